#pragma once

#include "runner/outcome/hang/stall.h"

#include <chrono>
#include <optional>
#include <vector>

namespace loop::runner {

/// How long ranks may wait for each other before that counts as a hang.
struct HangLimit {
    std::optional<double> seconds; ///< set by the user; absent: the limit adapts to the run
    double ranks_per_core = 1;
    /// Lower bound of the adaptive limit. Networks are slower than memory, and the message size of some calls
    /// is unknown.
    double min_seconds = 10;

    std::chrono::milliseconds poll_interval() const;
};

/// Detects that all ranks of a running launch have waited without progress for longer than the limit.
class HangWatch {
public:
    using Clock = HangClock;

    HangWatch(LookAtRanks look, HangLimit limit);

    /// Checks the ranks once. Returns true if the launch has been stalled for longer than the limit.
    bool look(Clock::time_point now);

    double limit_seconds() const; ///< the limit in force now
    /// For how long each rank had been stalled when all ranks were last stalled; empty if they never were.
    std::vector<double> stall_seconds() const;

private:
    void learn(const Stall& seen);

    LookAtRanks look_;
    HangLimit limit_;
    Stall last_seen_{};
    std::optional<Clock::time_point> stalled_since_;
    double longest_stall_ = 0; ///< seconds, of the stalls that ended by themselves
    double max_bytes_ = 0;     ///< largest message of a waiting rank times the number of ranks
};

} // namespace loop::runner
