#pragma once

#include <string>
#include <vector>

namespace loop::report {

/// "rank 3", "ranks 0, 2 and 5 to 9"; `ranks` in ascending order.
std::string rank_list(const std::vector<int>& ranks);

} // namespace loop::report
