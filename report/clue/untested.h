#pragma once

#include "report/clue/clue.h"

#include <string>
#include <vector>

namespace loop::report {

/// What no observation can say of a campaign, and why.
struct ClueUntested {
    const char* about; ///< as ClueObservation::about
    std::string why;   ///< "`scattered` was not measured"
};

/// In the order of the observations. Without figures of the base, everything.
std::vector<ClueUntested> untested(const ClueReport& report);
/// "memory tiers (`scattered` was not measured), ...". Things with the same reason share it.
std::string untested_text(const std::vector<ClueUntested>& items);

} // namespace loop::report
