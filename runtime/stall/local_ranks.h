#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <functional>
#include <vector>

namespace loop {

// Finds out whether all ranks of this host are stalled, from their status files and processes. A rank is
// stalled while it waits, and after it has exited. A rank that computes is never stalled, nor is one whose
// status is unknown. The duration of a stall counts from zero again when a process is stopped or held by a
// debugger, or when other threads of a process compute. A rank whose other threads may call MPI is stalled
// only if all of them wait in MPI or have exited. A rank that may wait for processes outside of its
// MPI_COMM_WORLD is never stalled.
class LocalRanks {
public:
    using Clock = std::chrono::steady_clock;
    using ReadStatus = std::function<bool(int rank, RankStatus& status)>; // false: nothing is known

    LocalRanks(const std::vector<int>& ranks, ReadStatus read);

    // Checks all ranks again. Returns whether all are stalled and have not moved since the last check.
    bool look(Clock::time_point now);

    Clock::time_point since() const { return since_; } // when all ranks became stalled

    // After look() has returned true: for each rank, how long it has been stalled, and its status.
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
