#include "runner/outcome/hang/watch.h"

#include "runner/outcome/ranks/last_seen.h"

#include <algorithm>

namespace loop::runner {

namespace {

constexpr double for_each_crowding = 0.25; ///< more, for every rank beyond the first on a core
constexpr double slowest_bytes_per_second = 20e6;
constexpr double of_longest_standstill = 20; ///< what a run has shown to need may come once more, and longer

double seconds(HangClock::duration time) {
    return std::chrono::duration<double>(time).count();
}

/// Somebody waits, and not all are in MPI_Finalize: the launch is watched for that elsewhere.
bool may_be_hang(const Standstill& seen) {
    const auto waits = [](const StandingRank& rank) { return is_waiting(rank.status); };
    const auto finishes = [](const StandingRank& rank) {
        return rank.status.lifecycle == static_cast<int>(RankState::Closed);
    };
    return std::any_of(seen.ranks.begin(), seen.ranks.end(), waits) &&
           !std::all_of(seen.ranks.begin(), seen.ranks.end(), finishes);
}

} // namespace

std::chrono::milliseconds HangLimit::between_looks() const {
    const double each = seconds ? std::clamp(*seconds / 5, 0.02, 1.0) : 1.0;
    return std::chrono::milliseconds(static_cast<long long>(each * 1000));
}

HangWatch::HangWatch(LookAtRanks look, HangLimit limit) : look_(std::move(look)), limit_(limit) {}

double HangWatch::limit_seconds() const {
    if (limit_.seconds) return *limit_.seconds;
    return std::max(limit_.least_seconds, of_longest_standstill * longest_standstill_) +
           for_each_crowding * std::max(0.0, limit_.ranks_per_core - 1) +
           most_bytes_ / slowest_bytes_per_second;
}

std::vector<double> HangWatch::standing_seconds() const {
    std::vector<double> result;
    for (const StandingRank& rank : last_seen_.ranks)
        result.push_back(rank.seconds);
    return result;
}

bool HangWatch::look(Clock::time_point now) {
    std::optional<Standstill> seen = look_(now);
    if (!seen || !may_be_hang(*seen)) {
        if (standing_since_)
            longest_standstill_ = std::max(longest_standstill_, seconds(now - *standing_since_));
        standing_since_.reset();
        return false;
    }
    learn(*seen);
    standing_since_ = seen->begin;
    last_seen_ = std::move(*seen);
    return seconds(last_seen_.end - last_seen_.begin) >= limit_seconds();
}

void HangWatch::learn(const Standstill& seen) {
    for (const StandingRank& rank : seen.ranks)
        if (is_waiting(rank.status))
            most_bytes_ = std::max(most_bytes_,
                                   message_bytes(rank.status) * static_cast<double>(seen.ranks.size()));
}

} // namespace loop::runner
