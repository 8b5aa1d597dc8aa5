#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <functional>
#include <vector>

namespace loop {

// Ranks of one host, this one: whether all of them stand, as their status files and processes tell. A rank
// stands while it waits, or when it is no more. One that computes, or of which nothing is known, does not,
// however long it takes; and they begin to stand anew where a process is stopped, or held by a debugger, or
// where threads beside the ranks' own compute. A rank whose other threads may call MPI does not stand before
// all of them wait in MPI, or are gone.
class RanksHere {
public:
    using Clock = std::chrono::steady_clock;
    using ReadStatus = std::function<bool(int rank, RankStatus& status)>; // false: nothing is known

    RanksHere(std::vector<int> ranks, ReadStatus read);

    // Looks once more: whether all stand, and did so at the last look.
    bool look(Clock::time_point now);

    Clock::time_point since() const { return since_; } // all of them stand

    // After a look that was true: rank for rank, how long it has stood and its status.
    std::vector<StandingRank> ranks() const;

private:
    struct Seen {
        int rank;
        bool is_known = false;
        RankStatus status{};
        Clock::time_point since{};
    };

    bool stands(Seen& seen, Clock::time_point now) const;
    void begin_to_stand(Clock::time_point now);
    bool are_held() const;
    bool others_compute(Clock::time_point now) const;
    long long ticks() const;

    ReadStatus read_;
    std::vector<Seen> seen_;
    bool stand_ = false;
    Clock::time_point since_{}, last_look_{};
    long long ticks_before_ = 0;
};

} // namespace loop
