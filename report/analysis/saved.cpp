#include "report/analysis/saved.h"

#include "report/analysis/states/few_compute.h"
#include "report/analysis/waits/replay.h"
#include "report/analysis/waits/stretches.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The stretches of ranks, and replays with other lengths of them.
class Replays {
public:
    Replays(const Trace& trace, const Analysis& analysis)
        : trace_(trace), analysis_(analysis),
          while_few_(only_within(analysis.states, std::vector<std::vector<TimeRange>>(
                                                      trace.ranks.size(), few_compute(analysis.states)))) {}

    std::vector<Stretch> stretches(int rank) const {
        const auto index = static_cast<std::size_t>(rank);
        return stretches_of(trace_.ranks[index], analysis_.states[index], while_few_[index]);
    }

    /// `factors`: by rank.
    std::optional<std::int64_t> saved_ns(const std::vector<ComputingFactors>& factors, bool only_sure) const {
        const auto ns = replayed_ns(trace_, analysis_.states, analysis_.dependencies, analysis_.collectives,
                                    factors, only_sure);
        if (!ns) return std::nullopt;
        return std::max<std::int64_t>(0, analysis_.path.length_ns - *ns);
    }

private:
    const Trace& trace_;
    const Analysis& analysis_;
    const std::vector<RankStates> while_few_;
};

} // namespace

std::optional<Saved> saved_by(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                              const std::vector<int>& others) {
    if (analysis.dependencies.empty() || others.empty()) return std::nullopt;
    const auto busy_ns = [&](int rank) {
        return static_cast<double>(analysis.times_by_rank[static_cast<std::size_t>(rank)].of(State::Busy));
    };
    const Replays replays(trace, analysis);
    UsualComputing usual;
    double average_ns = 0;
    for (const int rank : others) {
        usual.add(replays.stretches(rank));
        average_ns += busy_ns(rank) / static_cast<double>(others.size());
    }
    std::vector<ComputingFactors> factors(trace.ranks.size());
    for (const int rank : ranks)
        if (busy_ns(rank) > average_ns)
            factors[static_cast<std::size_t>(rank)] =
                usual.factors_without(busy_ns(rank) - average_ns, replays.stretches(rank));
    const auto least = replays.saved_ns(factors, false), most = replays.saved_ns(factors, true);
    if (!least || !most) return std::nullopt;
    return Saved{*least, *most};
}

std::optional<std::int64_t> saved_by_even_steps(const Trace& trace, const Analysis& analysis,
                                                const std::vector<int>& ranks) {
    if (analysis.dependencies.empty() || ranks.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    UsualComputing usual;
    for (const int rank : ranks)
        usual.add(replays.stretches(rank));
    std::vector<ComputingFactors> factors(trace.ranks.size());
    for (const int rank : ranks)
        factors[static_cast<std::size_t>(rank)] = usual.factors_to_usual(replays.stretches(rank));
    return replays.saved_ns(factors, true);
}

std::vector<int> compared_ranks(const Analysis& analysis) {
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank)
        if (analysis.times_by_rank[rank].measured_ns() > 0 && analysis.dealer != static_cast<int>(rank))
            ranks.push_back(static_cast<int>(rank));
    return ranks;
}

} // namespace loop::report
