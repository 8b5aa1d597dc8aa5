#pragma once

#include "trace/fragments.h"
#include "trace/records.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string_view>

namespace loop::runtime::trace {

enum class SiteKind { Construct, Phase, Picl, Mpi };

// The number of a place in the program: a look-up is a multiplication and, nearly always, one comparison.
// `name` must be a text that stays where it is.
SiteIndex site_index(SiteKind kind, const char* name, const Site& site);
SiteIndex site_index(Construct construct, const Site& site);

// A \PHASE, or a block of PICL's: told apart by what it is called. The caller remembers the number.
SiteIndex add_phase(const char* construct, std::string_view name, const Site& site);

// JSON of each, for the file's header.
const Fragments& site_fragments();

} // namespace loop::runtime::trace
