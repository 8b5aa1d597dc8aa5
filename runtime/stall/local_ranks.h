#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <functional>
#include <vector>

namespace loop {

// The ranks of this host: whether all of them are stalled, judged by their status files and processes. A rank
// is stalled while it waits, and when it has exited. A rank that computes, or of which nothing is known, is
// not, however long it takes. The stall starts again when a process is stopped or held by a debugger, or when
// threads besides the ranks' own compute. A rank whose other threads may call MPI is stalled only if all of
// them wait in MPI or have exited.
class LocalRanks {
public:
    using Clock = std::chrono::steady_clock;
    using ReadStatus = std::function<bool(int rank, RankStatus& status)>; // false: nothing is known

    LocalRanks(std::vector<int> ranks, ReadStatus read);

    // Checks again: whether all are stalled, and were at the last check.
    bool look(Clock::time_point now);

    Clock::time_point since() const { return since_; } // all have been stalled

    // After a check that was true: for each rank, how long it has been stalled, and its status.
    std::vector<StalledRank> ranks() const;

private:
    struct Seen {
        int rank;
        bool is_known = false;
        RankStatus status{};
        Clock::time_point since{};
    };

    bool is_stalled(Seen& seen, Clock::time_point now) const;
    void restart_stall(Clock::time_point now);
    bool are_held() const;
    bool others_compute(Clock::time_point now) const;
    long long ticks() const;

    ReadStatus read_;
    std::vector<Seen> seen_;
    bool stalled_ = false;
    Clock::time_point since_{}, last_check_{};
    long long ticks_before_ = 0;
};

} // namespace loop
