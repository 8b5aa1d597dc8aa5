#include "report/sweep/sheet.h"

#include "base/statistics/order_statistics.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/read/environment_lines.h"
#include "report/read/trust.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/quantities.h"
#include "report/sweep/result_curves.h"
#include "report/sweep/results.h"
#include "report/sweep/tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

/// Lists each launch, in launch order.
Section launches_section(const std::vector<Curve>& curves) {
    Section section{"launches", "Every launch"};
    section.is_detail = true;
    DataTable table{"samples", "In launch order; exact values are in samples.csv", {"point", "time"}, {}};
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            std::vector<std::string> samples;
            for (const double seconds : point.point->seconds())
                samples.push_back(seconds_text(seconds));
            table.add({fmt::format("{}, {}", curve_name(curve), curve.axis.place(point.at.text)),
                       joined(samples, ", ")});
        }
    section.tables.push_back(std::move(table));
    return section;
}

void add_states(const Sweep& sweep, Trust& trust) {
    std::map<std::string, std::size_t> states;
    for (const SweepPoint& point : sweep.points)
        ++states[point.state(sweep.launches_planned)];
    if (states["done"] != sweep.points.size()) {
        const std::string counts = fmt::format("{}: {} done, {} failed, {} still need launches",
                                               counted(sweep.points.size(), "point"), states["done"],
                                               states["failed"], states["open"]);
        states["failed"] > 0 ? trust.invalidate(counts) : trust.note(counts);
    }
    for (const SweepPoint& point : sweep.points) {
        if (point.state(sweep.launches_planned) != "failed") continue;
        const auto failed =
            std::find_if(point.launches.begin(), point.launches.end(), [](const SweepLaunch& launch) {
                return !launch.failures.empty() && launch.outcome != Outcome::Interrupted;
            });
        if (failed != point.launches.end())
            trust.invalidate(fmt::format("{}: {}", point.folder, failed->failures[0]));
        else
            trust.invalidate(point.folder + " failed");
        for (const std::string& damage : point.damages)
            trust.note(damage);
    }
}

} // namespace

formats::Verdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves) {
    Trust trust;
    add_states(sweep, trust);
    std::size_t too_wide = 0;
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            const auto width = statistics::relative_width(point.point->seconds());
            if (sweep.narrower_than && (!width || *width > *sweep.narrower_than)) ++too_wide;
        }
    if (too_wide > 0)
        trust.note(fmt::format("not converged: at {} the interval of the median is wider than {:g} %",
                               counted(too_wide, "point"), 100 * *sweep.narrower_than));
    for (const SweepPoint& point : sweep.points)
        if (point.state(sweep.launches_planned) != "failed")
            trust.add(point.trust(sweep.launches_planned), sweep.points.size() == 1 ? "" : point.folder);
    if (curves.empty()) trust.invalidate("nothing was measured");
    return {trust.word(), trust.reasons_counted("point")};
}

Section method_section(const Sweep& sweep) {
    Section section{"method", "How it was measured"};
    section.add("time", sweep.phase.empty() ? "the slowest rank, OPEN0 to CLOSE0"
                                            : fmt::format("the slowest rank in phase `{}`", sweep.phase));
    section.add("order", sweep.shuffled
                             ? fmt::format("every point once in each round, shuffled, seed {}", sweep.seed)
                             : "as written, in each round");
    std::size_t warm_ups = 0;
    for (const SweepPoint& point : sweep.points)
        for (const SweepLaunch& launch : point.launches)
            warm_ups += launch.warm_up ? 1 : 0;
    section.add("warm-up", fmt::format("{} before the others, not counted", counted(warm_ups, "launch")));
    std::string rule = fmt::format("after {} of every point", counted(sweep.launches_planned, "launch"));
    if (sweep.narrower_than)
        rule = fmt::format("when the 95 % interval of the median is narrower than {:g} % of the median, "
                           "after at least {} launches",
                           100 * *sweep.narrower_than, sweep.launches_planned);
    if (sweep.budget_seconds)
        rule += fmt::format(", or after {} of launching", seconds_text(*sweep.budget_seconds));
    section.add("stop", rule);
    if (sweep.fastest) section.add("point", "the fastest launch stands for a point");
    if (const RunRecord* const run = sweep.first_run()) {
        section.add("machine", hardware_line(*run));
        section.add("built with", software_line(*run));
    }
    return section;
}

Section again_section(const Sweep& sweep) {
    Section section{"again", "How to repeat it"};
    section.is_detail = true;
    section.facts = {{"To repeat this sweep", text_value(shell_words(sweep.command)), true}};
    return section;
}

Document sweep_document(const Sweep& sweep, const std::vector<Curve>& curves,
                        const std::vector<Chart>& charts) {
    Document document;
    document.title = sweep.name;
    document.subtitle =
        fmt::format("sweep over {}, {}", counted(sweep.points.size(), "point"), sweep.started);
    document.kind = "LOOP sweep";
    document.judge(judge_sweep(sweep, curves));
    document.data = sweep_results(sweep, curves);
    document.csv = points_csv(sweep, curves);
    document.conclusions = sweep_conclusions(sweep, curves);
    if (!charts.empty()) {
        document.sections.push_back({"pictures", "Over " + layout_of(sweep).x.name});
        document.sections.back().pictures = pictures_of(charts);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        Section section{curve_section(i), curve_name(curves[i])};
        section.tables = {points_table(curves[i], sweep), scaling_table(curves[i], sweep),
                          laws_table(growth_story(curves[i])), waiting_table(curves[i]),
                          parts_table(curves[i])};
        document.sections.push_back(std::move(section));
    }
    for (Section& section : result_sections(result_curves(curves)))
        document.sections.push_back(std::move(section));
    for (Section& section :
         std::vector<Section>{method_section(sweep), launches_section(curves), again_section(sweep)})
        document.sections.push_back(section);
    return document;
}

} // namespace loop::report
