#pragma once

#include "trace/fragments.h"
#include "trace/records.h"

#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace loop::runtime::trace {

// Part and Work are parts of a kernel: Part communicates, Work computes.
enum class SiteKind { Construct, Phase, Picl, Mpi, Part, Work };

// Returns the index of a place in the program: a look-up is a multiplication and, nearly always, one
// comparison. The text at `name` must stay valid.
SiteIndex site_index(SiteKind kind, const char* name, const Site& site);
SiteIndex look_up(Construct construct, const Site& site);
// Returns the index of an MPI call in host code, identified by its return address, as an MPI function does
// not know the line of its caller. `before` is the site of the construct before the first such call, for
// readers that cannot find the line.
SiteIndex site_index(const char* name, std::uintptr_t address, const Site& before);

// A cache of the latest look-ups of constructs: nearly all need one comparison.
struct Recent {
    Site site;
    Construct construct;
    SiteIndex index;
};
constexpr std::size_t recent_count = 64;
extern Recent recent[recent_count];

inline SiteIndex site_index(Construct construct, const Site& site) {
    const auto slot = static_cast<unsigned>(site.line) * 5 + static_cast<unsigned>(construct);
    Recent& known = recent[slot % recent_count];
    if (known.site == site && known.construct == construct) return known.index;
    const SiteIndex index = look_up(construct, site);
    known = {site, construct, index};
    return index;
}

// Adds a \PHASE, or a PICL block, which are identified by name. The caller keeps the index.
SiteIndex add_phase(const char* construct, std::string_view name, const Site& site);

// Returns the index of a part of a kernel, which is identified by its name. A look-up takes some 100 ns.
SiteIndex part_index(SiteKind kind, Construct kernel, const std::string& name, const Site& site);

// Returns the JSON of each site, for the file's header.
const Fragments& site_fragments();

} // namespace loop::runtime::trace
