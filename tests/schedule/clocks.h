#pragma once

#include "base/schedule/steps.h"

#include <string>
#include <vector>

/// Executes a schedule with a clock for each rank. A message arrives a constant time after it was sent;
/// nothing else takes time but what computes. This shows whether the steps of a schedule are complete.
namespace loop::tests {

struct Clocks {
    std::vector<double> ends; ///< by rank, in seconds
    std::string stalled;      ///< the ranks that wait forever, with their calls; empty: all have ended
};

/// Without `\DEAL`, whose order depends on time, and without messages of host code, whose receives are
/// unknown.
Clocks run_clocks(const schedule::Schedule& schedule, double latency);

} // namespace loop::tests
