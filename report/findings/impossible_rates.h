#pragma once

#include "report/document/document.h"
#include "report/read/run_directory.h"

#include <optional>

/// Declared operations and bytes that no core can compute and move in the measured time.
namespace loop::report {

/// What the cores of all ranks can do at most, with the widest vectors and the highest clock rates that
/// processors have: the true limit is lower.
struct RateLimits {
    double flops_per_second = 0;
    double bytes_per_second = 0; ///< from the first cache
};

/// Empty on a simulated machine, and if the ranks' cores are unknown.
std::optional<RateLimits> rate_limits(const RunRecord& run);

/// A phase, or the whole program, declares more than its limit. Statements may have been removed by the
/// compiler.
std::optional<Conclusion> impossible_rate(const RunDirectory& directory);

} // namespace loop::report
