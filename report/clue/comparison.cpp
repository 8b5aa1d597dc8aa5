#include "report/clue/comparison.h"

#include "base/text/strings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace loop::report {

namespace {

bool has(const ClueReport& report, const CluePoint& point) {
    return report.find(point.variation, point.ranks) != nullptr;
}

/// Gives each system its unique name, in its report and its candidate.
void name_systems(std::vector<ClueSystem>& systems) {
    std::vector<Candidate> candidates;
    for (ClueSystem& system : systems)
        candidates.push_back(std::move(system.candidate));
    name_candidates(candidates);
    for (std::size_t i = 0; i < systems.size(); ++i) {
        systems[i].candidate = std::move(candidates[i]);
        systems[i].report.system = systems[i].candidate.name;
    }
}

std::size_t index_of_system(const std::vector<ClueSystem>& systems, const std::string& base) {
    std::vector<Candidate> candidates;
    for (const ClueSystem& system : systems)
        candidates.push_back(
            {system.candidate.name, system.candidate.machine, system.candidate.origin, {}, {}});
    return index_of_candidate(candidates, base);
}

/// Whether another system has a point of this one.
template <class Counts>
bool shares_points(const std::vector<ClueSystem>& systems, std::size_t base, const Counts& counts) {
    for (std::size_t i = 0; i < systems.size(); ++i)
        for (const ClueFigure& figure : systems[i].report.figures)
            if (i != base && counts(systems[i]) &&
                has(systems[base].report, {figure.variation, figure.ranks}))
                return true;
    return false;
}

formats::Verdict worst(const std::vector<ClueSystem>& systems) {
    Trust trust;
    for (const ClueSystem& system : systems) {
        if (!system.report.verdict) continue;
        for (const std::string& reason : system.report.verdict->reasons)
            system.report.verdict->word == formats::Verdict::Word::Invalid
                ? trust.invalidate(reason, system.report.system)
                : trust.note(reason, system.report.system);
    }
    return trust.verdict();
}

/// Judges the systems that have trials.
void judge_trials(std::vector<ClueSystem>& systems, bool anyway, ClueComparison& result) {
    result.columns.resize(systems.size());
    const auto is_measured = [](const ClueSystem& system) { return !system.is_published(); };
    if (!is_measured(systems[result.base]) || !shares_points(systems, result.base, is_measured)) return;
    std::vector<Candidate> measured;
    for (std::size_t i = 0; i < systems.size(); ++i) {
        if (!is_measured(systems[i])) continue;
        result.columns[i] = measured.size();
        measured.push_back(std::move(systems[i].candidate));
    }
    const std::string base = measured[*result.columns[result.base]].name;
    result.verdicts = compare(std::move(measured), base, anyway);
}

} // namespace

std::vector<std::string> ClueComparison::variations() const {
    std::vector<std::string> names;
    for (const ClueReport& system : systems)
        for (const std::string& variation : system.variations())
            add_once(names, variation);
    return names;
}

std::vector<int> ClueComparison::ranks() const {
    std::set<int> numbers;
    for (const ClueReport& system : systems)
        for (const int number : system.ranks())
            numbers.insert(number);
    return {numbers.begin(), numbers.end()};
}

std::vector<CluePoint> ClueComparison::points() const {
    std::vector<CluePoint> all;
    for (const std::string& variation : variations())
        for (const int number : ranks()) {
            const CluePoint point{variation, number};
            if (std::any_of(systems.begin(), systems.end(),
                            [&](const ClueReport& system) { return has(system, point); }))
                all.push_back(point);
        }
    return all;
}

std::vector<CluePoint> ClueComparison::common_points() const {
    std::vector<CluePoint> common = points();
    common.erase(std::remove_if(common.begin(), common.end(),
                                [&](const CluePoint& point) {
                                    return !std::all_of(
                                        systems.begin(), systems.end(),
                                        [&](const ClueReport& system) { return has(system, point); });
                                }),
                 common.end());
    return common;
}

int ClueComparison::shown_ranks() const {
    const bool only_base = variations().size() < 2;
    int best = 0;
    std::size_t most = 0;
    for (const int number : ranks()) {
        const auto count = std::count_if(systems.begin(), systems.end(), [&](const ClueReport& system) {
            return std::any_of(system.figures.begin(), system.figures.end(), [&](const ClueFigure& figure) {
                return figure.ranks == number && (only_base || figure.variation != "base");
            });
        });
        if (static_cast<std::size_t>(count) < most) continue;
        most = static_cast<std::size_t>(count);
        best = number;
    }
    return best;
}

std::optional<double> ClueComparison::relative(std::size_t system, const CluePoint& point) const {
    const ClueFigure* const one = systems[base].find(point.variation, point.ranks);
    const ClueFigure* const other = systems[system].find(point.variation, point.ranks);
    if (one == nullptr || other == nullptr || !(one->act > 0)) return std::nullopt;
    return other->act / one->act;
}

const ComparedCell* ClueComparison::cell(std::size_t system, const CluePoint& point) const {
    if (!verdicts || !columns[system]) return nullptr;
    for (const ComparedRow& row : verdicts->rows)
        if (row.label == clue_label(point.variation, point.ranks)) {
            const ComparedCell& cell = row.cells[*columns[system]];
            return cell.measurement == nullptr ? nullptr : &cell;
        }
    return nullptr;
}

ClueComparison compare_clue(std::vector<ClueSystem> systems, const std::string& base, bool anyway) {
    if (systems.size() < 2)
        throw FormatError("there is only one system to compare: " +
                          (systems.empty() ? "none" : systems[0].report.system));
    name_systems(systems);
    ClueComparison result;
    result.base = index_of_system(systems, base);
    if (!shares_points(systems, result.base, [](const ClueSystem&) { return true; }))
        throw FormatError("no other system has a variation on a number of ranks that " +
                          systems[result.base].report.system + " has");
    result.verdict = worst(systems);
    std::map<std::string, std::size_t> models; // index by the profile that models a published system
    for (std::size_t i = 0; i < systems.size(); ++i) {
        result.origins.push_back(systems[i].candidate.origin);
        if (!systems[i].model.empty()) models[systems[i].model] = i;
    }
    judge_trials(systems, anyway, result);
    for (ClueSystem& system : systems)
        result.systems.push_back(std::move(system.report));
    for (const ClueReport& system : result.systems)
        if (const auto found = models.find(system.machine); found != models.end() && !system.published)
            result.pairs.push_back({&system, &result.systems[found->second]});
    return result;
}

ClueAgreement agreement(const CluePair& pair) {
    ClueAgreement result;
    for (const ClueFigure& published : pair.published->figures) {
        const ClueFigure* const model = pair.model->find(published.variation, published.ranks);
        if (model == nullptr) continue;
        ++result.points;
        result.largest_act = std::max(result.largest_act, std::abs(model->act / published.act - 1));
        if (published.ranks == 1 || !model->efficiency || !published.efficiency) continue;
        ++result.efficiencies;
        const double difference = *model->efficiency - *published.efficiency;
        if (std::abs(difference) < std::abs(result.largest_efficiency)) continue;
        result.largest_efficiency = difference;
        result.at = {published.variation, published.ranks};
    }
    return result;
}

} // namespace loop::report
