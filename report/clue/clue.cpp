#include "report/clue/clue.h"

#include "base/statistics/rank_sum.h"
#include "base/text/strings.h"
#include "report/clue/noise.h"
#include "report/sweep/scaling.h"

#include <algorithm>
#include <set>

namespace loop::report {

namespace {

constexpr double interval_confidence = 0.95;

template <typename Condition>
ClueAverage average(const ClueReport& report, Condition belongs) {
    ClueAverage result;
    double efficiency = 0, serial_fraction = 0;
    int efficiencies = 0, serial_fractions = 0;
    for (const ClueFigure& figure : report.figures) {
        if (!belongs(figure)) continue;
        ++result.figures;
        result.word = std::max(result.word, figure.word);
        result.act += figure.act;
        if (figure.efficiency) ++efficiencies, efficiency += *figure.efficiency;
        if (figure.serial_fraction) ++serial_fractions, serial_fraction += *figure.serial_fraction;
    }
    for (const ClueMissing& missing : report.missing) {
        ClueFigure lost;
        lost.variation = missing.variation;
        lost.ranks = missing.ranks;
        if (missing.failed && belongs(lost)) result.word = formats::Verdict::Word::Invalid;
    }
    if (result.figures > 0) result.act /= result.figures;
    if (efficiencies > 0) result.efficiency = efficiency / efficiencies;
    if (serial_fractions > 0) result.serial_fraction = serial_fraction / serial_fractions;
    return result;
}

void add_efficiencies(const ClueReport& report, ClueFigure& figure) {
    const ClueFigure* const one = report.find(figure.variation, 1);
    if (one == nullptr) return;
    figure.word = std::max(figure.word, one->word);
    // k = P: (9) is P T(1) / T(P), and ACT/s is the transitions of a rank divided by its time.
    const double speedup = scaled_speedup(figure.ranks, 1 / one->act, 1 / figure.act);
    figure.efficiency = efficiency(speedup, figure.ranks);
    figure.serial_fraction = serial_fraction(speedup, figure.ranks);
}

/// Efficiencies are quotients of ACT/s; the serial fraction falls when they grow.
void add_intervals(const ClueReport& report, ClueFigure& figure) {
    if (figure.ranks == 1) return;
    const std::vector<double> on_one = acts_on_one_rank(report, figure.variation);
    if (on_one.empty()) return;
    figure.efficiency_interval =
        statistics::ratio_interval(on_one, figure.counted_acts(), interval_confidence);
    if (!figure.efficiency_interval || figure.efficiency_interval->first <= 0) return;
    const auto of_efficiency = [&](double e) { return *serial_fraction(figure.ranks * e, figure.ranks); };
    figure.serial_fraction_interval = {of_efficiency(figure.efficiency_interval->second),
                                       of_efficiency(figure.efficiency_interval->first)};
}

} // namespace

std::vector<double> ClueFigure::counted_acts() const {
    std::vector<double> acts;
    for (const auto& [round, act_of_trial] : trials)
        if (only_disturbed() || disturbed.count(round) == 0) acts.push_back(act_of_trial);
    return acts;
}

ClueMetric ClueExecution::metric(const std::string& name) const {
    for (const ClueMetric& known : metrics)
        if (known.name == name) return known;
    return {name, {}, {}, {}, {}, {}};
}

const ClueExecution* ClueFigure::represented_by() const {
    for (const ClueExecution& execution : executions)
        if (execution.round == fastest) return &execution;
    return nullptr;
}

const ClueFigure* ClueReport::find(const std::string& variation, int wanted) const {
    for (const ClueFigure& figure : figures)
        if (figure.variation == variation && figure.ranks == wanted) return &figure;
    return nullptr;
}

ClueWork ClueReport::work_of(const std::string& variation) const {
    for (const ClueFigure& figure : figures)
        if (figure.variation == variation) return figure.work;
    return {};
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

void add_efficiencies(ClueReport& report) {
    for (ClueFigure& figure : report.figures) {
        if (!figure.efficiency) add_efficiencies(report, figure);
        if (!report.simulated) add_intervals(report, figure); // trials of a model repeat
    }
}

ClueFigure figure_of_trial(const ClueReport& report, const ClueFigure& figure,
                           const ClueExecution& execution) {
    ClueFigure trial;
    trial.variation = figure.variation;
    trial.ranks = figure.ranks;
    trial.work = figure.work;
    trial.act = execution.act;
    trial.word = figure.word;
    add_efficiencies(report, trial);
    return trial;
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

} // namespace loop::report
