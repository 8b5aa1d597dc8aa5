#include "runner/outcome/hang/watch.h"

#include "runner/outcome/ranks/last_seen.h"

#include <algorithm>

namespace loop::runner {

namespace {

constexpr double for_each_crowding = 0.25; ///< seconds added for each further rank on a core
constexpr double slowest_bytes_per_second = 20e6;
constexpr double of_longest_stall = 20; ///< a stall that ended by itself may recur and last longer

double seconds(HangClock::duration time) {
    return std::chrono::duration<double>(time).count();
}

/// Whether a rank waits and not all are in MPI_Finalize. That case is checked elsewhere.
bool may_be_hang(const Stall& seen) {
    const auto waits = [](const StalledRank& rank) { return is_waiting(rank.status); };
    const auto finishes = [](const StalledRank& rank) {
        return rank.status.lifecycle == static_cast<int>(RankState::Closed);
    };
    return std::any_of(seen.ranks.begin(), seen.ranks.end(), waits) &&
           !std::all_of(seen.ranks.begin(), seen.ranks.end(), finishes);
}

} // namespace

std::chrono::milliseconds HangLimit::poll_interval() const {
    const double each = seconds ? std::clamp(*seconds / 5, 0.02, 1.0) : 1.0;
    return std::chrono::milliseconds(static_cast<long long>(each * 1000));
}

HangWatch::HangWatch(LookAtRanks look, HangLimit limit) : look_(std::move(look)), limit_(limit) {}

double HangWatch::limit_seconds() const {
    if (limit_.seconds) return *limit_.seconds;
    return std::max(limit_.min_seconds, of_longest_stall * longest_stall_) +
           for_each_crowding * std::max(0.0, limit_.ranks_per_core - 1) +
           max_bytes_ / slowest_bytes_per_second;
}

std::vector<double> HangWatch::stall_seconds() const {
    std::vector<double> result;
    for (const StalledRank& rank : last_seen_.ranks)
        result.push_back(rank.seconds);
    return result;
}

bool HangWatch::look(Clock::time_point now) {
    std::optional<Stall> seen = look_(now);
    if (!seen || !may_be_hang(*seen)) {
        if (stalled_since_) longest_stall_ = std::max(longest_stall_, seconds(now - *stalled_since_));
        stalled_since_.reset();
        return false;
    }
    learn(*seen);
    stalled_since_ = seen->begin;
    last_seen_ = std::move(*seen);
    return seconds(last_seen_.end - last_seen_.begin) >= limit_seconds();
}

void HangWatch::learn(const Stall& seen) {
    for (const StalledRank& rank : seen.ranks)
        if (is_waiting(rank.status))
            max_bytes_ =
                std::max(max_bytes_, message_bytes(rank.status) * static_cast<double>(seen.ranks.size()));
}

} // namespace loop::runner
