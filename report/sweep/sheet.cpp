#include "report/sweep/sheet.h"

#include "base/statistics/order_statistics.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/read/environment_lines.h"
#include "report/read/trust.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/results.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

Value percent(const std::optional<double>& fraction) {
    if (!fraction) return {};
    const double value = 100 * *fraction;
    return {fmt::format(std::abs(value) < 1000 ? "{:.2f}" : "{:.3g}", value), value, "%"};
}

std::string ratio(double value) {
    return std::abs(value) >= 0.1 ? fmt::format("{:.3f}", value) : fmt::format("{:.3g}", value);
}

/// Marks a fraction that the note of the table explains.
constexpr const char* outside_mark = " *";

bool is_outside(const std::optional<double>& fraction) {
    return fraction && (*fraction < 0 || *fraction > 1);
}

Value serial_fraction_value(const std::optional<double>& fraction) {
    Value value = percent(fraction);
    if (is_outside(fraction)) value.text += outside_mark;
    return value;
}

/// Explains the marked serial fractions, one line for those below 0 and one for those above 100 %.
std::string outside_notes(const Curve& curve, const Sweep& sweep) {
    std::vector<std::string> lines;
    for (const CurvePoint& point : curve.points)
        if (is_outside(point.serial_fraction))
            add_once(lines, fmt::format("* serial fraction {}: {}",
                                        *point.serial_fraction < 0 ? "below 0" : "above 100 %",
                                        outside_point(*point.serial_fraction, sweep.scaled)));
    return joined(lines, "\n");
}

std::string percent_text(double fraction) {
    return percent(fraction).text;
}

Value range(const std::optional<Bounds>& interval, std::string (*text)(double)) {
    return interval ? text_value(text(interval->first) + " to " + text(interval->second)) : nothing();
}

Value known_number(const std::optional<double>& number, std::string (*text)(double)) {
    return number ? Value{text(*number), *number, {}} : nothing();
}

/// Returns the law and its serial fraction in one line, or why there is none.
std::string fit_text(const Curve& curve, const Sweep& sweep) {
    if (!curve.axis.is_ranks()) return "";
    if (!curve.one_rank_seconds) return "no launch on 1 rank, so no speed-up, efficiency or serial fraction";
    const std::string name = sweep.scaled ? "Gustafson" : "Amdahl";
    if (std::any_of(curve.points.begin(), curve.points.end(),
                    [](const CurvePoint& point) { return !(point.seconds > 0); }))
        return fmt::format("no fit of {}'s law: a time is 0", name);
    if (!curve.fit)
        return fmt::format("no fit of {}'s law: it {} different numbers of ranks", name,
                           sweep.scaled ? "needs 2 above 1" : "needs 3");
    const Fit& fit = *curve.fit;
    if (const std::string why = outside_law(fit.serial_fraction, sweep.scaled); !why.empty())
        return fmt::format("{}'s law does not describe these times: {}", name, why);
    std::string text = fmt::format("{}'s law: serial fraction {:.2f} %", name, 100 * fit.serial_fraction);
    if (!sweep.scaled) text += fmt::format(", T(1) {}", seconds_text(fit.one_rank_seconds));
    text += fmt::format(", deviates by at most {:.1f} %", 100 * fit.largest_deviation);
    if (curve.work_supposed)
        text += "; no operations are declared, so the work is assumed to grow with the ranks";
    return text;
}

/// The notes below the table of a curve.
std::string curve_note(const Curve& curve, const Sweep& sweep) {
    const std::string fit = fit_text(curve, sweep), outside = outside_notes(curve, sweep);
    return fit + (fit.empty() || outside.empty() ? "" : "\n") + outside;
}

/// What the ranks do, in percent of their time, for each place on the axis.
DataTable states_table(const Curve& curve) {
    DataTable table{"states",
                    "What the ranks do, from a traced warm-up",
                    {curve.axis.name, "busy %", "overhead %", "waiting %", "waiting longest in", "there %"},
                    {},
                    "in percent of the ranks' time"};
    const auto share = [](double percent) { return Value{fmt::format("{:.1f}", percent), percent, "%"}; };
    for (const CurvePoint& point : curve.points)
        if (const auto& states = point.point->states)
            table.rows.push_back({text_value(point.at.text), share(states->busy), share(states->overhead),
                                  share(states->waiting), Value{states->waiting_place, {}, {}},
                                  states->waiting_place.empty() ? nothing() : share(states->place_percent)});
    return table;
}

constexpr std::size_t places_in_terminal = 5;

/// The parts of the program: one row per part, one column per place on the axis.
DataTable parts_table(const Curve& curve) {
    DataTable table{"phases", "Phases: time, average of the ranks, and its share", {"phase"}, {}};
    std::vector<std::string> names;
    for (const CurvePoint& point : curve.points) {
        table.columns.push_back(curve.axis.place(point.at.text));
        for (const PartTime& part : point.point->parts)
            add_once(names, part.name);
    }
    for (const std::string& name : names) {
        std::vector<Value> row{text_value(name.empty() ? "outside all phases" : name)};
        for (const CurvePoint& point : curve.points) {
            row.push_back(nothing());
            for (const PartTime& part : point.point->parts)
                if (part.name == name)
                    row.back() = {fmt::format("{} ({:.1f} %)", seconds_text(part.seconds), part.percent),
                                  part.seconds, "s"};
        }
        table.rows.push_back(std::move(row));
    }
    table.compact = std::min(table.columns.size(), 1 + places_in_terminal);
    return table;
}

DataTable curve_table(const Curve& curve, const Sweep& sweep) {
    DataTable table{"points",
                    "",
                    {curve.axis.name, "ranks", "size", "launches", sweep.fastest ? "fastest" : "median",
                     "95 % interval of the median", sweep.fastest ? "median" : "fastest", "work",
                     sweep.scaled ? "scaled speed-up" : "speed-up", "95 % interval", "efficiency %",
                     "serial fraction %", "95 % interval of the efficiency",
                     "95 % interval of the serial fraction", "verdict"},
                    {},
                    curve_note(curve, sweep),
                    12};
    const bool along_size = curve.axis.name == "size";
    for (const CurvePoint& point : curve.points)
        table.rows.push_back({Value{point.at.text.empty() ? "-" : point.at.text, point.at.number, {}},
                              curve.axis.is_ranks() ? nothing() : count_value(point.ranks),
                              point.point->size && !along_size ? count_value(*point.point->size) : nothing(),
                              count_value(point.launches), seconds_value(point.seconds),
                              range(point.interval, seconds_text),
                              seconds_value(sweep.fastest ? point.median : point.fastest),
                              sweep.scaled ? known_number(point.work, number_text) : nothing(),
                              known_number(point.speedup, ratio), range(point.speedup_interval, ratio),
                              percent(point.efficiency), serial_fraction_value(point.serial_fraction),
                              range(point.efficiency_interval, percent_text),
                              range(point.serial_fraction_interval, percent_text),
                              point.point->run ? text_value(verdict_word(*point.point->run)) : nothing()});
    return table;
}

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
    }
}

} // namespace

formats::Verdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves) {
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
                               counted(unsettled, "point"), 100 * *sweep.narrower_than));
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
                        const std::vector<DrawnPlot>& drawn) {
    Document document;
    document.title = sweep.name;
    document.subtitle =
        fmt::format("sweep over {}, {}", counted(sweep.points.size(), "point"), sweep.started);
    document.kind = "LOOP sweep";
    document.judge(judge_sweep(sweep, curves));
    document.data = sweep_results(sweep, curves);
    document.csv = points_csv(sweep, curves);
    document.conclusions = sweep_conclusions(sweep, curves);
    if (!drawn.empty()) {
        document.sections.push_back({"pictures", "Over " + axis_of(sweep).name});
        document.sections.back().pictures = pictures_of(drawn);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        Section section{curve_section(i), curve_name(curves[i])};
        section.tables = {curve_table(curves[i], sweep), states_table(curves[i]), parts_table(curves[i])};
        document.sections.push_back(std::move(section));
    }
    for (Section& section :
         std::vector<Section>{method_section(sweep), launches_section(curves), again_section(sweep)})
        document.sections.push_back(section);
    return document;
}

} // namespace loop::report
