#pragma once

#include "report/trace/file_header.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// From a rank's ticks to the time that all ranks share, except for its zero.
struct RankClock {
    double ns_per_tick = 1;
    std::int64_t base_ns = 0;         ///< host time at its open_ticks
    std::vector<ClockSample> samples; ///< by host time; empty: its host's time is everybody's
    std::int64_t shift_ns = 0;        ///< of a host that was not compared with rank 0's

    std::int64_t host_time(std::int64_t ticks_since_open) const;
    std::int64_t common_time(std::int64_t host_time_ns) const;
};

struct Clocks {
    std::vector<RankClock> ranks; ///< by rank, also of those without a header
    std::vector<std::string> problems;
};

/// Inside a host nothing is corrected: its ranks share the monotonic clock, and where they count the same
/// ticks also the calibration of the rank that was open longest. A host whose ranks took samples is moved to
/// rank 0's; between samples the offset is interpolated.
Clocks join_clocks(const std::vector<std::optional<TraceFileHeader>>& headers);

} // namespace loop::report
