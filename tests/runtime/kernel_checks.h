#pragma once

#include "trace_ranks.h"

#include <string>
#include <vector>

namespace trace_test {

/// Checks what a kernel recorded; does nothing for other cases.
void check_kernels(const std::string& what, const std::vector<Rank>& all);

} // namespace trace_test
