#pragma once

#include "report/document/document.h"
#include "report/read/run_directory.h"

#include <optional>
#include <string>

/// Rates that the cores of the ranks cannot reach: of declared operations and bytes, and of results.
namespace loop::report {

/// What the cores of all ranks can do at most: the true limit is lower.
struct RateLimits {
    double flops_of_core = 0; ///< per second
    double bytes_of_core = 0; ///< per second, from the first cache
    double cores = 0;         ///< on which the ranks may run, together
    double cpu_seconds = 0;   ///< that all ranks used, in the launch with the most; 0: unknown

    /// How many cores can have been busy during the whole of a part that took `seconds`.
    double cores_in(double seconds) const;
    double flops_per_second(double seconds) const { return cores_in(seconds) * flops_of_core; }
    double bytes_per_second(double seconds) const { return cores_in(seconds) * bytes_of_core; }
};

/// Empty on a simulated machine, if its profile has accelerators, and if the ranks' cores are unknown.
std::optional<RateLimits> rate_limits(const RunRecord& run);

/// A phase, the whole program, or a result has a higher rate than its limit. Statements may have been removed
/// by the compiler.
std::optional<Conclusion> impossible_rate(const RunDirectory& directory);

} // namespace loop::report
