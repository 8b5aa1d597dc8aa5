#include "trace/analysis/states/imbalance.h"

namespace loop::report {

double Imbalance::percent() const {
    return mean_ns <= 0 ? 0 : 100 * (static_cast<double>(max_ns) / mean_ns - 1);
}

std::optional<Imbalance> imbalance_of(const std::vector<StateTimes>& by_rank,
                                      const std::optional<int>& dealer) {
    Imbalance result;
    double sum = 0;
    int ranks = 0;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        if (by_rank[rank].measured_ns() == 0 || dealer == static_cast<int>(rank)) continue;
        if (!by_rank[rank].is_known()) return std::nullopt; // this rank may be the min or the max
        const std::int64_t busy = by_rank[rank].of(State::Busy);
        if (ranks == 0 || busy < result.min_ns)
            result.min_ns = busy, result.min_rank = static_cast<int>(rank);
        if (ranks == 0 || busy > result.max_ns)
            result.max_ns = busy, result.max_rank = static_cast<int>(rank);
        sum += static_cast<double>(busy);
        ++ranks;
    }
    if (ranks == 0) return std::nullopt;
    result.mean_ns = sum / ranks;
    return result;
}

} // namespace loop::report
