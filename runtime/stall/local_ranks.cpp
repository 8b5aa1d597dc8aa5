#include "stall/local_ranks.h"

#include "stall/processes.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace loop {
namespace {

constexpr double share_of_threads = 0.2; // other threads that use more than this share of a core compute

// Returns whether the rank has ended, or is past \CLOSE0; it may still be waiting in MPI_Finalize.
bool is_over(const RankStatus& status) {
    return status.lifecycle > static_cast<int>(RankState::InConstruct);
}

bool has_moved(const RankStatus& before, const RankStatus& now) {
    return before.lifecycle != now.lifecycle || before.sequence != now.sequence ||
           before.waiting != now.waiting || before.host_call != now.host_call || before.pid != now.pid ||
           before.thread_calls != now.thread_calls;
}

// If other threads may call MPI, their CPU time proves nothing: a thread that sleeps may still send the
// message that the rank waits for. It is a hang only if all threads wait in MPI too. Of processes outside of
// MPI_COMM_WORLD, nothing is known.
bool may_be_helped(const RankStatus& status) {
    if (status.own_threads == helped_by_outsiders) return true;
    return status.own_threads > 0 && count_threads(status.pid) > status.own_threads + status.waiting_threads;
}

double seconds(LocalRanks::Clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

} // namespace

LocalRanks::LocalRanks(const std::vector<int>& ranks, ReadStatus read) : read_(std::move(read)) {
    for (const int rank : ranks)
        seen_.push_back({rank});
}

bool LocalRanks::is_stalled(Seen& seen, Clock::time_point now) const {
    RankStatus status{};
    const bool is_known = read_(seen.rank, status);
    const bool moved = !is_known || !seen.is_known || has_moved(seen.status, status);
    seen.is_known = is_known;
    seen.status = status;
    if (moved) seen.since = now;
    if (moved) return false;
    return (is_waiting(status) && !may_be_helped(status)) || is_over(status) || is_gone(status.pid);
}

bool LocalRanks::look(Clock::time_point now) {
    last_check_ = now;
    // Nearly always, the first rank makes progress, and the others need not be checked.
    const bool stood = std::exchange(
        stalled_, std::all_of(seen_.begin(), seen_.end(), [&](Seen& seen) { return is_stalled(seen, now); }));
    if (stalled_ && (!stood || are_held() || others_compute(now))) restart_stall(now);
    return stalled_;
}

std::vector<StalledRank> LocalRanks::ranks() const {
    std::vector<StalledRank> result;
    for (const Seen& seen : seen_)
        result.push_back({seconds(last_check_ - seen.since), seen.status});
    return result;
}

void LocalRanks::restart_stall(Clock::time_point now) {
    since_ = now;
    ticks_before_ = ticks();
}

bool LocalRanks::are_held() const {
    return std::any_of(seen_.begin(), seen_.end(), [](const Seen& seen) { return is_held(seen.status.pid); });
}

bool LocalRanks::others_compute(Clock::time_point now) const {
    const double busy =
        static_cast<double>(ticks() - ticks_before_) / static_cast<double>(sysconf(_SC_CLK_TCK));
    return busy >= share_of_threads * seconds(now - since_);
}

long long LocalRanks::ticks() const {
    long long sum = 0;
    for (const Seen& seen : seen_)
        if (seen.status.own_threads == 0) sum += ticks_of_other_threads(seen.status.pid);
    return sum;
}

} // namespace loop
