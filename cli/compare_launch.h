#pragma once

#include "runner/campaign/campaign.h"

#include <string>
#include <vector>

namespace loop::cli {

/// A campaign that launches in turn what each text says, written as for `loop run`: "cg -n 2 --size 256".
/// Each is a series with a variation of its text's name. Failure (Usage) for what `loop run` would not
/// understand, or where there are not two.
runner::Campaign campaign_of_comparison(const std::vector<std::string>& texts);

} // namespace loop::cli
