#pragma once

#include <loop/rank_status.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

namespace loop::runner {

/// How long ranks may wait for each other before that is a hang.
struct HangLimit {
    std::optional<double> seconds; ///< as the user wants it; absent: adapts to the run
    double ranks_per_core = 1;
};

/// The ranks of a running launch on this host: whether all of them wait and nothing moves. A rank that
/// computes, or of which nothing is known, is no hang however long it takes; nor is a process that was
/// stopped, that a debugger holds, or whose other threads compute.
class HangWatch {
public:
    using Clock = std::chrono::steady_clock;

    HangWatch(std::filesystem::path records, int ranks, HangLimit limit);

    /// Looks once more; true when it has stood for longer than the limit.
    bool look(Clock::time_point now);
    std::chrono::milliseconds between_looks() const;

    double limit_seconds() const; ///< in force now
    /// Since when each rank has stood where it is, as far as the looks tell; seconds before the last look.
    std::vector<double> standing_seconds() const;

private:
    struct Seen {
        std::optional<RankStatus> status;
        Clock::time_point since;
    };

    bool update(int rank, Clock::time_point now);
    bool processes_wait();
    long long busy_ticks() const;

    std::filesystem::path records_;
    HangLimit limit_;
    std::vector<Seen> seen_;
    std::optional<Clock::time_point> standing_since_;
    Clock::time_point last_look_{};
    double longest_standstill_ = 0; ///< that ended by itself, seconds
    std::int64_t most_bytes_ = 0;   ///< of a message that somebody waits with, to all ranks
    long long ticks_before_ = 0;
};

} // namespace loop::runner
