#include "report/clue/executions.h"

#include <loop/clue_columns.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace loop::report {

namespace {

/// What the launches had; before the first one, what is planned.
std::string parameter(const SweepPoint& point, const char* name) {
    if (point.run)
        for (const auto& [key, text] : point.run->parameters)
            if (key == name) return text;
    for (const auto& [key, text] : point.set)
        if (key == name) return text;
    return "";
}

/// The metrics of the launches of one run.
class Metrics {
public:
    explicit Metrics(const RunRecord* run) : run_(run) {
        if (run != nullptr) launches_ = complete_launches(*run);
    }

    /// Of the launch with this index; those that the run does not have are left out.
    std::vector<ClueMetric> of(int index) const {
        std::vector<ClueMetric> all;
        const auto found = std::find(launches_.begin(), launches_.end(), index);
        if (found == launches_.end()) return all;
        const auto place = static_cast<std::size_t>(found - launches_.begin());
        for (const ResultKind& kind : clue_columns::metrics) {
            ClueMetric metric{kind.name, kind.unit, {}, {}, {}, {}};
            if (const auto mean = spread(kind, kinds::average, place)) metric.mean = mean->median;
            if (const auto deviation = spread(kind, kinds::deviation, place))
                metric.deviation = deviation->median;
            if (const auto ranks = spread(kind, kinds::of_one, place)) {
                metric.min = ranks->min;
                metric.max = ranks->max;
            }
            if (metric.mean || metric.deviation || metric.min) all.push_back(std::move(metric));
        }
        return all;
    }

private:
    /// The result of one launch over its ranks.
    std::optional<Spread> spread(const ResultKind& kind, const ResultStatistic& statistic,
                                 std::size_t place) const {
        for (const ResultValue& result : run_->summary.results)
            if (result.tag.call.empty() && result.tag.is(kind, statistic) && place < result.launches.size())
                return result.launches[place];
        return std::nullopt;
    }

    const RunRecord* run_;
    std::vector<int> launches_;
};

/// The wall time of the iterations on the slowest rank, in seconds: the time of (15). Launches without this
/// metric have the time of the phase around the iterations, as far as it is known.
double seconds_of_iterations(const SweepLaunch& launch, const std::vector<ClueMetric>& metrics) {
    for (const ClueMetric& metric : metrics)
        if (metric.name == kinds::wall_time.name && metric.max) return *metric.max;
    return launch.seconds.value_or(0);
}

} // namespace

ClueWork work_of(const SweepPoint& point) {
    const auto number = [&](const char* name) {
        return std::strtoll(parameter(point, name).c_str(), nullptr, 10);
    };
    return {number(clue_columns::width), number(clue_columns::height), parameter(point, clue_columns::type),
            point.iterations.value_or(0)};
}

std::vector<ClueExecution> executions_of(const SweepPoint& point, const ClueWork& work) {
    const Metrics metrics(point.run ? &*point.run : nullptr);
    std::vector<ClueExecution> executions;
    std::set<int> taken;
    for (const SweepLaunch& launch : point.launches) {
        if (launch.warm_up || launch.outcome != Outcome::Good) continue;
        std::vector<ClueMetric> found = metrics.of(launch.index);
        const double seconds = seconds_of_iterations(launch, found);
        if (!(seconds > 0)) continue;
        int round = launch.round;
        while (!taken.insert(round).second)
            ++round;
        executions.push_back(
            {round, work.transitions() / seconds, launch.is_disturbed(), std::move(found), launch.place});
    }
    return executions;
}

} // namespace loop::report
