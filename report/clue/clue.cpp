#include "report/clue/clue.h"

#include "base/text/strings.h"
#include "report/read/environment_lines.h"
#include "report/sweep/scaling.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

namespace loop::report {

namespace {

constexpr const char* workload = "clue";

template <typename Condition>
ClueAverage average(const ClueReport& report, Condition belongs) {
    ClueAverage result;
    double efficiency = 0, serial_fraction = 0;
    int efficiencies = 0, serial_fractions = 0;
    for (const ClueFigure& figure : report.figures) {
        if (!belongs(figure)) continue;
        ++result.figures;
        result.act += figure.act;
        if (figure.efficiency) ++efficiencies, efficiency += *figure.efficiency;
        if (figure.serial_fraction) ++serial_fractions, serial_fraction += *figure.serial_fraction;
    }
    if (result.figures > 0) result.act /= result.figures;
    if (efficiencies > 0) result.efficiency = efficiency / efficiencies;
    if (serial_fractions > 0) result.serial_fraction = serial_fraction / serial_fractions;
    return result;
}

long long parameter(const SweepPoint& point, const std::string& name, long long otherwise) {
    long long value = otherwise;
    for (const auto& [key, text] : point.set)
        if (key == name) value = std::strtoll(text.c_str(), nullptr, 10);
    return value;
}

ClueGrid grid_of(const SweepPoint& point) {
    return {parameter(point, "width", 0), parameter(point, "height", 0)};
}

/// Millions of transitions per rank.
double transitions(const SweepPoint& point) {
    const ClueGrid grid = grid_of(point);
    return static_cast<double>(grid.width) * static_cast<double>(grid.height) * point.iterations.value_or(0) *
           1e-6;
}

/// The resource usage of the launch with this index; empty if the run does not distinguish launches.
std::vector<std::pair<std::string, double>> usage_of(const SweepPoint& point, int index) {
    std::vector<std::pair<std::string, double>> usage;
    if (!point.run) return usage;
    const std::vector<int> launches = complete_launches(*point.run);
    const auto found = std::find(launches.begin(), launches.end(), index);
    const auto place = static_cast<std::size_t>(found - launches.begin());
    for (const ResultKind& kind :
         {kinds::user_time, kinds::system_time, kinds::page_faults, kinds::context_switches})
        for (const ResultValue& result : point.run->summary.results)
            if (result.tag.call.empty() && result.tag.is(kind, kinds::average) &&
                place < result.launches.size() && result.launches[place])
                usage.emplace_back(kind.name, result.launches[place]->median);
    return usage;
}

std::string why_missing(const SweepPoint& point) {
    for (auto launch = point.launches.rbegin(); launch != point.launches.rend(); ++launch)
        if (launch->outcome != Outcome::Good && launch->outcome != Outcome::Interrupted)
            return launch->failures.empty() ? outcome_text(launch->outcome) : launch->failures[0];
    return "not measured yet";
}

std::optional<ClueFigure> figure_of(const SweepPoint& point) {
    ClueFigure figure;
    figure.variation = point.variation;
    figure.ranks = point.ranks;
    std::map<int, int> index_of_round;
    for (const SweepLaunch& launch : point.launches) {
        if (launch.warm_up || launch.outcome != Outcome::Good || !launch.seconds || *launch.seconds <= 0)
            continue;
        figure.trials[launch.round] = transitions(point) / *launch.seconds;
        index_of_round[launch.round] = launch.index;
        figure.disturbed.erase(launch.round);
        if (launch.is_disturbed()) figure.disturbed.insert(launch.round);
    }
    if (figure.trials.empty()) return std::nullopt;
    int fastest = 0;
    for (const auto& [round, act] : figure.trials) {
        if (act <= figure.act || (figure.disturbed.count(round) != 0 && !figure.only_disturbed())) continue;
        figure.act = act;
        fastest = index_of_round[round];
    }
    figure.usage = usage_of(point, fastest);
    return figure;
}

/// Returns the sweep's verdict, with reasons that say how disturbed launches were treated.
formats::Verdict judge_clue(const Sweep& sweep, const ClueReport& report) {
    formats::Verdict verdict = judge_sweep(sweep, curves(sweep));
    std::size_t disturbed = 0, trials = 0;
    std::vector<std::string> only;
    for (const ClueFigure& figure : report.figures) {
        disturbed += figure.disturbed.size();
        trials += figure.trials.size();
        if (figure.only_disturbed()) only.push_back(fmt::format("{} on {}", figure.variation, figure.ranks));
    }
    if (disturbed > 0)
        verdict.reasons.push_back(fmt::format(
            "{} of {} disturbed: left out where another trial can be used, and left out of the conclusions",
            disturbed, counted(trials, "trial")));
    if (!only.empty())
        verdict.reasons.push_back("every trial was disturbed, so the fastest one is used: " +
                                  joined(only, ", "));
    const bool told = std::all_of(sweep.points.begin(), sweep.points.end(), [](const SweepPoint& point) {
        return std::all_of(point.launches.begin(), point.launches.end(),
                           [](const SweepLaunch& launch) { return launch.notes.has_value(); });
    });
    const auto mentions = [](const std::string& reason) { return reason.compare(0, 10, "disturbed:") == 0; };
    if (!told && std::any_of(verdict.reasons.begin(), verdict.reasons.end(), mentions))
        verdict.reasons.emplace_back("it was not recorded which trials were disturbed, so none is left out");
    return verdict;
}

} // namespace

const ClueFigure* ClueReport::find(const std::string& variation, int wanted) const {
    for (const ClueFigure& figure : figures)
        if (figure.variation == variation && figure.ranks == wanted) return &figure;
    return nullptr;
}

std::vector<std::string> ClueReport::variations() const {
    std::vector<std::string> names;
    for (const ClueFigure& figure : figures)
        add_once(names, figure.variation);
    return names;
}

std::vector<int> ClueReport::ranks() const {
    std::set<int> numbers;
    for (const ClueFigure& figure : figures)
        numbers.insert(figure.ranks);
    return {numbers.begin(), numbers.end()};
}

int ClueReport::max_ranks() const {
    const bool only_base = variations().size() < 2;
    int most = 0;
    for (const ClueFigure& figure : figures)
        if (figure.variation != "base" || only_base)
            if (find("base", figure.ranks) != nullptr) most = std::max(most, figure.ranks);
    return most;
}

void derive(ClueReport& report) {
    for (ClueFigure& figure : report.figures) {
        const ClueFigure* const one = report.find(figure.variation, 1);
        if (one == nullptr) continue;
        // k = P: (9) is P T(1) / T(P), and ACT/s is the transitions of a rank divided by its time.
        const double speedup = scaled_speedup(figure.ranks, 1 / one->act, 1 / figure.act);
        figure.efficiency = efficiency(speedup, figure.ranks);
        figure.serial_fraction = serial_fraction(speedup, figure.ranks);
    }
}

ClueAverage average_of_ranks(const ClueReport& report, int ranks) {
    return average(report, [&](const ClueFigure& figure) { return figure.ranks == ranks; });
}

ClueAverage average_of_variation(const ClueReport& report, const std::string& variation) {
    return average(report, [&](const ClueFigure& figure) { return figure.variation == variation; });
}

ClueAverage average_of_system(const ClueReport& report) {
    return average(report, [](const ClueFigure&) { return true; });
}

namespace {

/// Names must be plain, as they are written unchanged to files for other tools.
bool is_plain(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(),
                                        [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

} // namespace

bool is_clue(const Sweep& sweep) {
    return sweep.scaled && !sweep.points.empty() &&
           std::all_of(sweep.points.begin(), sweep.points.end(), [](const SweepPoint& point) {
               return point.workload == workload && is_plain(point.variation) && grid_of(point).width > 0 &&
                      grid_of(point).height > 0 && point.iterations;
           });
}

ClueReport clue_report(const Sweep& sweep) {
    ClueReport report;
    report.started = sweep.started;
    report.trials = sweep.launches_planned;
    for (const SweepPoint& point : sweep.points) {
        if (report.system.empty()) report.system = point.machine;
        if (point.machine != report.system) continue;
        if (point.run && report.hardware.empty()) {
            report.simulated = point.run->simulated.has_value();
            report.hardware = (report.simulated ? "SIMULATED: all times come from a model; on " : "") +
                              hardware_line(*point.run);
        }
        if (point.variation == "base" && !report.grid) report.grid = grid_of(point);
        if (auto figure = figure_of(point))
            report.figures.push_back(std::move(*figure));
        else
            report.missing.push_back({point.variation, point.ranks, why_missing(point)});
    }
    derive(report);
    report.verdict = judge_clue(sweep, report);
    return report;
}

} // namespace loop::report
