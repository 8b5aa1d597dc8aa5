#pragma once

#include "runner/outcome/hang/stall.h"

#include <chrono>
#include <optional>
#include <vector>

namespace loop::runner {

/// How long ranks may wait for each other before it counts as a hang.
struct HangLimit {
    std::optional<double> seconds; ///< as the user wants it; absent: adapts to the run
    double ranks_per_core = 1;
    /// Absent `seconds`: at least so long. Networks are slower than memory, and the message size of some
    /// calls is unknown.
    double min_seconds = 10;

    std::chrono::milliseconds poll_interval() const;
};

/// Detects whether all ranks of a running launch wait and make no progress for longer than the limit.
class HangWatch {
public:
    using Clock = HangClock;

    HangWatch(LookAtRanks look, HangLimit limit);

    /// Checks again; true if the launch has been stalled for longer than the limit.
    bool look(Clock::time_point now);

    double limit_seconds() const; ///< in force now
    /// How long each rank had been stalled when all were stalled last; empty if they never were.
    std::vector<double> stall_seconds() const;

private:
    void learn(const Stall& seen);

    LookAtRanks look_;
    HangLimit limit_;
    Stall last_seen_{};
    std::optional<Clock::time_point> stalled_since_;
    double longest_stall_ = 0; ///< that ended by itself, seconds
    double max_bytes_ = 0;     ///< of a message that somebody waits with, to all ranks
};

} // namespace loop::runner
