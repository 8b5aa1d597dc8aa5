#pragma once

#include "runner/outcome/hang/standstill.h"

#include <chrono>
#include <optional>
#include <vector>

namespace loop::runner {

/// How long ranks may wait for each other before that is a hang.
struct HangLimit {
    std::optional<double> seconds; ///< as the user wants it; absent: adapts to the run
    double ranks_per_core = 1;
    /// Absent `seconds`: at least so long. Messages cross networks that are slower than memory, and of some calls
    /// nobody knows how many bytes they move.
    double least_seconds = 10;

    std::chrono::milliseconds between_looks() const;
};

/// The ranks of a running launch: whether all of them wait, and nothing moves for longer than the limit.
class HangWatch {
public:
    using Clock = HangClock;

    HangWatch(LookAtRanks look, HangLimit limit);

    /// Looks once more; true when it has stood for longer than the limit.
    bool look(Clock::time_point now);

    double limit_seconds() const; ///< in force now
    /// How long each rank had stood where it was, when all stood last; empty where they never did.
    std::vector<double> standing_seconds() const;

private:
    void learn(const Standstill& seen);

    LookAtRanks look_;
    HangLimit limit_;
    Standstill last_seen_{};
    std::optional<Clock::time_point> standing_since_;
    double longest_standstill_ = 0; ///< that ended by itself, seconds
    double most_bytes_ = 0;         ///< of a message that somebody waits with, to all ranks
};

} // namespace loop::runner
