#pragma once

#include "trace/read/file_header.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// Converts a rank's ticks to the common time of all ranks. The caller chooses time 0.
struct RankClock {
    double ns_per_tick = 1;
    std::int64_t base_ns = 0;         ///< host time at the rank's open_ticks
    std::vector<ClockSample> samples; ///< ordered by host time; empty: host time is common time
    std::int64_t shift_ns = 0;        ///< for a host whose clock was not compared with rank 0's
    bool is_compared = true;          ///< false: of such a host

    std::int64_t host_time(std::int64_t ticks_since_open) const;
    std::int64_t common_time(std::int64_t host_time_ns) const;
};

struct Clocks {
    std::vector<RankClock> ranks; ///< indexed by rank, including ranks without a header
    std::vector<std::string> problems;
};

/// The ranks of a host share its monotonic clock, so they need no correction. If they count the same ticks,
/// they use the calibration of the rank with the longest session. The times of a host whose ranks took clock
/// samples are converted to those of rank 0's host; between samples the offset is interpolated.
Clocks join_clocks(const std::vector<std::optional<TraceFileHeader>>& headers);

/// How wrong interpolated offsets may be, in addition to the bounds of the samples, if a clock drifts
/// unevenly or is set: the largest change of the offset between two samples that the clock's even drift does
/// not explain. The even drift is the median over all intervals, or 0 if there are fewer than three.
/// `samples` are ordered by time. Assumes that between two samples, the clock strays only in one direction.
std::int64_t uneven_drift_ns(const std::vector<ClockSample>& samples);

} // namespace loop::report
