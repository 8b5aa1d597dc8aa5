#pragma once

#include "report/clue/clue.h"
#include "report/document/document.h"

namespace loop::report {

/// Where the efficiency of the base goes, and what each of its ranks does, by the traced launch. Without one,
/// empty sections.
Section factors_section(const ClueReport& report);
Section traced_ranks_section(const ClueReport& report);
/// The same for programs; null without a traced launch.
Json factors_json(const ClueReport& report);

} // namespace loop::report
