#include "report/sweep/sheet.h"

#include "report/environment_lines.h"
#include "report/table.h"
#include "report/trust.h"
#include "report/units.h"
#include "base/statistics/order_statistics.h"
#include "base/text/counted.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

std::string percent(double fraction) {
    return std::abs(fraction) < 10 ? fmt::format("{:.2f}", 100 * fraction)
                                   : fmt::format("{:.3g}", 100 * fraction);
}

std::string range(const std::optional<Bounds>& interval, std::string (*text)(double)) {
    return interval ? text(interval->first) + " to " + text(interval->second) : "";
}

std::string ratio(double value) {
    return std::abs(value) >= 0.1 ? fmt::format("{:.3f}", value) : fmt::format("{:.3g}", value);
}

Table curve_table(const Curve& curve, const Sweep& sweep) {
    Table table({"ranks", "size", "launches", sweep.fastest ? "fastest" : "median",
                 "95 % interval of the median", sweep.fastest ? "median" : "fastest",
                 sweep.scaled ? "work" : "", sweep.scaled ? "scaled speed-up" : "speed-up", "95 % interval",
                 "efficiency %", "serial fraction %"});
    for (const CurvePoint& point : curve.points)
        table.add({std::to_string(point.ranks), point.point->size ? std::to_string(*point.point->size) : "",
                   std::to_string(point.launches), seconds_text(point.seconds),
                   range(point.interval, seconds_text),
                   seconds_text(sweep.fastest ? point.median : point.fastest),
                   sweep.scaled ? number_text(point.work) : "", point.speedup ? ratio(*point.speedup) : "",
                   range(point.speedup_interval, ratio), point.efficiency ? percent(*point.efficiency) : "",
                   point.serial_fraction ? percent(*point.serial_fraction) : ""});
    return table;
}

std::string count(std::size_t number, const std::string& word) {
    return counted(static_cast<long long>(number), word);
}

void add_states(const Sweep& sweep, Trust& trust) {
    std::map<std::string, std::size_t> states;
    for (const SweepPoint& point : sweep.points)
        ++states[point.state(sweep.launches_planned)];
    if (states["done"] != sweep.points.size()) {
        const std::string counts = fmt::format("of {}, {} done, {} failed, {} not launched often enough",
                                               count(sweep.points.size(), "point"), states["done"],
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
    }
}

std::string labelled(const std::string& label, const std::string& text, const Style& style) {
    return style.dim(fmt::format("{:<12}", label)) + text + "\n";
}

} // namespace

SweepVerdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves) {
    Trust trust;
    add_states(sweep, trust);
    std::size_t unsettled = 0;
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            const auto width = statistics::relative_width(point.point->seconds());
            if (sweep.narrower_than && (!width || *width > *sweep.narrower_than)) ++unsettled;
        }
    if (unsettled > 0)
        trust.note(fmt::format("not converged: at {} the interval of the median is wider than {:g} %",
                               count(unsettled, "point"), 100 * *sweep.narrower_than));
    for (const SweepPoint& point : sweep.points)
        if (point.state(sweep.launches_planned) != "failed")
            trust.add(point.trust(sweep.launches_planned), sweep.points.size() == 1 ? "" : point.folder);
    if (curves.empty()) trust.invalidate("nothing was measured");
    return {trust.word(), trust.reasons_counted("point")};
}

std::string fit_text(const Curve& curve, const Sweep& sweep) {
    if (!curve.one_rank_seconds)
        return "no launch with 1 rank, so no speed-up, efficiency or serial fraction";
    if (!curve.fit)
        return fmt::format("no fit of {}'s law: {} different numbers of ranks",
                           sweep.scaled ? "Gustafson" : "Amdahl",
                           sweep.scaled ? "needs 2 above 1" : "needs 3");
    const Fit& fit = *curve.fit;
    std::string text = fmt::format("{}'s law: serial fraction {:.2f} %",
                                   sweep.scaled ? "Gustafson" : "Amdahl", 100 * fit.serial_fraction);
    if (!sweep.scaled) text += fmt::format(", T(1) {}", seconds_text(fit.one_rank_seconds));
    text += fmt::format(", deviates by at most {:.1f} %", 100 * fit.largest_deviation);
    if (fit.serial_fraction < 0 || fit.serial_fraction > 1)
        text += "; outside of 0 to 100 %: the law does not describe this";
    if (curve.work_supposed)
        text += "; no operations are declared: the work is taken to be that of as many ranks";
    return text;
}

std::vector<std::string> method_lines(const Sweep& sweep) {
    std::vector<std::string> lines;
    lines.push_back(sweep.phase.empty() ? "time: the slowest rank, OPEN0 to CLOSE0"
                                        : fmt::format("time: the slowest rank in phase `{}`", sweep.phase));
    lines.push_back(sweep.shuffled
                        ? fmt::format("order: every point once in each round, shuffled, seed {}", sweep.seed)
                        : "order: as written, in each round");
    std::size_t warm_ups = 0;
    for (const SweepPoint& point : sweep.points)
        for (const SweepLaunch& launch : point.launches)
            warm_ups += launch.warm_up ? 1 : 0;
    lines.push_back(fmt::format("warm-up: {} before the others, not counted", count(warm_ups, "launch")));
    std::string rule = fmt::format("stop: after {} of every point",
                                   count(static_cast<std::size_t>(sweep.launches_planned), "launch"));
    if (sweep.narrower_than)
        rule = fmt::format("stop: when the 95 % interval of the median is narrower than {:g} % of it, after "
                           "{} launches at least",
                           100 * *sweep.narrower_than, sweep.launches_planned);
    if (sweep.budget_seconds)
        rule += fmt::format(", or after {} of launching", seconds_text(*sweep.budget_seconds));
    lines.push_back(rule);
    if (sweep.fastest) lines.push_back("the fastest launch stands for a point");
    return lines;
}

std::string sweep_sheet(const Sweep& sweep, const std::vector<Curve>& curves, const SheetOptions& options) {
    const Style style(options.colour);
    std::string text =
        style.bold(printable(sweep.name)) +
        fmt::format("  sweep over {}, {}\n", count(sweep.points.size(), "point"), sweep.started);
    for (const Curve& curve : curves) {
        text += "\n" + style.bold(curve.workload) + (curve.label.empty() ? "" : "  " + curve.label) + "\n";
        text += curve_table(curve, sweep).text(style);
        text += fit_text(curve, sweep) + "\n";
    }
    text += "\n";
    for (const std::string& line : method_lines(sweep)) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos)
            text += labelled("", line, style);
        else
            text += labelled(line.substr(0, colon), line.substr(colon + 2), style);
    }
    for (const SweepPoint& point : sweep.points)
        if (point.run) {
            text += labelled("machine", hardware_line(*point.run), style);
            text += labelled("built with", software_line(*point.run), style);
            break;
        }
    const SweepVerdict verdict = judge_sweep(sweep, curves);
    text += "\n" + style.verdict(verdict.word) + "\n";
    for (const std::string& reason : verdict.reasons)
        text += "  - " + reason + "\n";
    return text;
}

} // namespace loop::report
