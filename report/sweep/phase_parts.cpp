#include "report/sweep/phase_parts.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

constexpr double nested_percent = 100.5; ///< phases that sum to more than this are nested

/// The time of each phase and of the program, summed over the ranks of a launch.
struct PhaseSums {
    std::map<std::string, double> phases;
    double program = 0;
    int ranks = 0;

    void add(const formats::RankRecord& record) {
        if (!record.elapsed_seconds) return;
        ++ranks;
        program += *record.elapsed_seconds;
        for (const formats::Phase& phase : formats::named_phases(record.phases))
            phases[phase.name] += phase.total_seconds.value_or(0);
    }

    double seconds(const std::string& name) const {
        const auto found = phases.find(name);
        return found == phases.end() ? 0 : found->second / ranks;
    }
    double percent(const std::string& name) const { return 100 * seconds(name) * ranks / program; }
    double all_percent() const {
        double sum = 0;
        for (const auto& [name, seconds] : phases)
            sum += percent(name);
        return sum;
    }
};

std::vector<PhaseSums> sums_of_launches(const RunRecord& run) {
    std::vector<PhaseSums> launches;
    for (const formats::RunLaunch& launch : run.launches) {
        if (!launch.complete) continue;
        PhaseSums sums;
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record) sums.add(*rank.record);
        if (sums.program > 0) launches.push_back(std::move(sums));
    }
    return launches;
}

/// The names of the phases, in the order in which the first rank entered them.
std::vector<std::string> phase_names(const RunRecord& run) {
    std::vector<std::string> names;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (launch.complete && rank.record)
                for (const formats::Phase& phase : formats::named_phases(rank.record->phases))
                    add_once(names, phase.name);
    return names;
}

template <typename Function>
double median_of(const std::vector<PhaseSums>& launches, Function value) {
    std::vector<double> values;
    for (const PhaseSums& launch : launches)
        values.push_back(value(launch));
    return statistics::median(std::move(values));
}

} // namespace

std::vector<PartTime> parts_of(const RunRecord& run) {
    const std::vector<PhaseSums> launches = sums_of_launches(run);
    const std::vector<std::string> names = phase_names(run);
    std::vector<PartTime> parts;
    if (launches.empty() || names.empty()) return parts;
    for (const std::string& name : names)
        parts.push_back({name, median_of(launches, [&](const PhaseSums& of) { return of.percent(name); }),
                         median_of(launches, [&](const PhaseSums& of) { return of.seconds(name); })});
    const auto rest = [](const PhaseSums& of) { return std::max(0.0, 1 - of.all_percent() / 100); };
    if (median_of(launches, [](const PhaseSums& of) { return of.all_percent(); }) <= nested_percent)
        parts.push_back(
            {"", median_of(launches, [&](const PhaseSums& of) { return 100 * rest(of); }),
             median_of(launches, [&](const PhaseSums& of) { return rest(of) * of.program / of.ranks; })});
    return parts;
}

} // namespace loop::report
