#include "report/clue/systems.h"

#include "report/read/text_file.h"
#include "report/sweep/traced.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

/// The campaign as if it had only this machine.
Sweep only(const Sweep& campaign, const std::string& machine) {
    Sweep part = campaign;
    part.points.erase(std::remove_if(part.points.begin(), part.points.end(),
                                     [&](const SweepPoint& point) { return point.machine != machine; }),
                      part.points.end());
    return part;
}

const SweepPoint* point_of(const Sweep& campaign, const ClueFigure& figure) {
    for (const SweepPoint& point : campaign.points)
        if (point.variation == figure.variation && point.ranks == figure.ranks) return &point;
    return nullptr;
}

/// The trials of a figure. Disturbed ones count only if all were disturbed.
Measurement trials_of(const ClueFigure& figure, const SweepPoint& point, int planned,
                      const fs::path& folder) {
    Measurement trials;
    trials.workload = "clue";
    trials.ranks = figure.ranks;
    // The grid may differ: a time of a transition does not depend on how many there were.
    trials.parameters = {{"variation", figure.variation}};
    trials.label = clue_label(figure.variation, figure.ranks);
    trials.repeats = point.run && repeats(*point.run);
    trials.trust = point.trust(planned);
    std::error_code ignored;
    trials.sweep = fs::weakly_canonical(folder, ignored).string();
    for (const ClueExecution& execution : figure.executions) {
        if (execution.disturbed && !figure.only_disturbed()) continue;
        trials.seconds.push_back(1 / execution.act);
        trials.places.push_back(execution.place);
    }
    return trials;
}

ClueSystem system_of(const Sweep& part, const fs::path& folder) {
    ClueSystem system{clue_report(part), {}};
    const RunRecord* const run = part.first_run();
    if (run != nullptr)
        system.candidate = candidate_of(*run, folder);
    else
        system.candidate = {"", system.report.system, folder.string(), {}, {}};
    for (const ClueFigure& figure : system.report.figures)
        if (const SweepPoint* const point = point_of(part, figure))
            system.candidate.measurements.push_back(trials_of(figure, *point, part.launches_planned, folder));
    return system;
}

} // namespace

std::vector<ClueSystem> systems_of(const Sweep& campaign, const fs::path& folder) {
    std::vector<ClueSystem> systems;
    for (const std::string& machine : clue_machines(campaign))
        systems.push_back(system_of(only(campaign, machine), folder));
    return systems;
}

std::vector<ClueSystem> load_systems(const fs::path& path) {
    if (is_sweep(path)) {
        Sweep sweep = read_whole_sweep(path);
        if (!is_clue(sweep)) return {};
        read_states(path, sweep);
        return systems_of(sweep, path);
    }
    if (path.extension() != ".csv") return {};
    const auto text = text_of_file(path);
    return text && is_clue_table(*text) ? published_systems(*text, path.string()) : std::vector<ClueSystem>();
}

} // namespace loop::report
