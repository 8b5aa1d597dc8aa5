#pragma once

#include "runner/campaign/campaign.h"

#include <string>
#include <vector>

namespace loop::cli {

/// Returns a campaign that launches the given sides alternately. Each text has the arguments of `loop run`,
/// such as "cg -n 2 --size 256". Each side is a series with one variation, named by its text. Throws Failure
/// (Usage) if a text is invalid, or if there are fewer than two.
runner::Campaign campaign_of_comparison(const std::vector<std::string>& texts);

} // namespace loop::cli
