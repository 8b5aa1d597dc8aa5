#include "trace/analysis/waits/efficiency.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The part of the path's known time in which messages are in transit, or ranks handle them; nothing without
/// a path.
std::optional<double> transfer_part(const CriticalPath& path) {
    const std::int64_t known_ns = path.on_ranks.known_ns() + path.in_transit_ns;
    if (known_ns <= 0) return std::nullopt;
    const std::int64_t transfer_ns =
        path.in_transit_ns + path.on_ranks.of(State::Overhead) + path.on_ranks.of(State::InMpi);
    return static_cast<double>(transfer_ns) / static_cast<double>(known_ns);
}

} // namespace

std::optional<EfficiencyFactors> efficiency_factors(const std::vector<StateTimes>& by_rank,
                                                    const CriticalPath& path) {
    double sum = 0, longest = 0, time = 0;
    int ranks = 0;
    for (const StateTimes& rank : by_rank) {
        if (rank.known_ns() <= 0) continue;
        const auto busy = static_cast<double>(rank.of(State::Busy));
        sum += busy;
        longest = std::max(longest, busy);
        time = std::max(time, static_cast<double>(rank.known_ns()));
        ++ranks;
    }
    if (longest <= 0) return std::nullopt;
    EfficiencyFactors factors;
    factors.load_balance = sum / ranks / longest;
    factors.communication = longest / time;
    factors.by_rank = by_rank;
    if (const auto part = transfer_part(path)) {
        const double ideal = std::max(longest, time * (1 - *part));
        factors.serialization = longest / ideal;
        factors.transfer = ideal / time;
    }
    return factors;
}

} // namespace loop::report
