#include "report/findings/bottleneck.h"

#include "report/findings/late_ranks.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

double load_ns(const StateTimes& times) {
    return static_cast<double>(times.of(State::Busy) + times.of(State::Overhead));
}

double handling_ns(const StateTimes& times) {
    return static_cast<double>(times.of(State::Overhead));
}

double others_average(const Analysis& analysis, std::size_t rank, double (*figure)(const StateTimes&)) {
    double sum = 0;
    for (const StateTimes& times : analysis.times_by_rank)
        sum += figure(times);
    return (sum - figure(analysis.times_by_rank[rank])) / (measured_ranks(analysis) - 1);
}

} // namespace

std::optional<Bottleneck> bottleneck(const Analysis& analysis) {
    constexpr double nearly_all = 0.9, less = 0.25, much = 0.1;
    const auto whole = static_cast<double>(analysis.path.length_ns);
    if (measured_ranks(analysis) < 2 || whole <= 0) return std::nullopt;
    const auto most = std::max_element(analysis.times_by_rank.begin(), analysis.times_by_rank.end(),
                                       [](const auto& a, const auto& b) { return load_ns(a) < load_ns(b); });
    const auto rank = static_cast<std::size_t>(most - analysis.times_by_rank.begin());
    const Bottleneck found{static_cast<int>(rank), static_cast<double>(most->of(State::Busy)),
                           handling_ns(*most), others_average(analysis, rank, load_ns)};
    const double more_handling = found.handling_ns - others_average(analysis, rank, handling_ns);
    const double longer = load_ns(*most) - found.others_ns;
    const bool is_busy = load_ns(*most) >= nearly_all * whole && longer >= less * load_ns(*most);
    const bool handles_more = more_handling >= std::max(much * whole, longer / 4);
    return is_busy && handles_more ? std::optional(found) : std::nullopt;
}

std::optional<Conclusion> bottleneck_conclusion(const TracedRun& run) {
    const auto found = bottleneck(run.analysis);
    if (!found) return std::nullopt;
    const auto percent = [&](double ns) {
        return 100 * ns / static_cast<double>(run.analysis.path.length_ns);
    };
    const double busy_percent = percent(found->computing_ns + found->handling_ns);
    const std::string what =
        found->computing_ns < found->handling_ns / 100
            ? "sending and receiving"
            : fmt::format("{} computing, {} sending and receiving", share_text(percent(found->computing_ns)),
                          share_text(percent(found->handling_ns)));
    return share_conclusion(
        "bottleneck-rank",
        fmt::format("Rank {} is the bottleneck: it is busy for {} of the run's time ({}), "
                    "another rank for {} on average.",
                    found->rank, share_text(busy_percent), what, share_text(percent(found->others_ns))),
        busy_percent, "states");
}

} // namespace loop::report
