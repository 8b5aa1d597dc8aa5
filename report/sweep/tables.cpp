#include "report/sweep/tables.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/scaling_law.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/quantities.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t places_in_terminal = 5;

constexpr std::size_t results_in_terminal = 3;

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

Value share_value(double percent) {
    return {fmt::format("{:.1f}", percent), percent, "%"};
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
std::string law_text(const Curve& curve, const Sweep& sweep) {
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
    const ScalingCurve story = scaling_curve(sweep, curve);
    if (std::string cost = cost_clause(story); !cost.empty()) return cost;
    if (const std::string why = law_objection(story); !why.empty())
        return fmt::format("{}'s law does not describe these times: {}", name, why);
    std::string text = fmt::format("{}'s law: serial fraction {:.2f} %", name, 100 * fit.serial_fraction);
    if (const auto& interval = fit.serial_fraction_interval)
        text += fmt::format(" (95 % interval {:.2f} to {:.2f} %)", 100 * std::max(0.0, interval->first),
                            100 * std::min(1.0, interval->second));
    if (!sweep.scaled) text += fmt::format(", T(1) {}", seconds_text(fit.one_rank_seconds));
    text += fmt::format(", deviates by at most {:.1f} %", 100 * fit.largest_deviation);
    return text;
}

/// The same, with what it assumes.
std::string fit_text(const Curve& curve, const Sweep& sweep) {
    const std::string law = law_text(curve, sweep);
    if (!curve.work_supposed) return law;
    return law + (law.empty() ? "" : "; ") +
           "no operations are declared, so the work is assumed to grow with the ranks";
}

/// The notes below the table of a curve.
std::string curve_note(const Curve& curve, const Sweep& sweep) {
    const std::string fit = fit_text(curve, sweep), outside = outside_notes(curve, sweep);
    return fit + (fit.empty() || outside.empty() ? "" : "\n") + outside;
}

} // namespace

DataTable waiting_table(const Curve& curve) {
    DataTable table{"waiting",
                    "Where ranks wait longest, from a traced warm-up",
                    {curve.axis.name, "waiting longest in", "% of the ranks' time"},
                    {}};
    for (const CurvePoint& point : curve.points)
        if (const auto& states = point.point->states; states && !states->waiting_place.empty())
            table.rows.push_back({text_value(point.at.text), Value{states->waiting_place, {}, {}},
                                  share_value(states->place_percent)});
    return table;
}

DataTable parts_table(const Curve& curve) {
    DataTable table{"phases",
                    "Phases: time, average of the ranks, and its share; medians of the launches",
                    {"phase"},
                    {}};
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
    table.left_out = fmt::format("{} more points: `--format html` or `csv` shows them",
                                 table.columns.size() - table.compact);
    return table;
}

DataTable points_table(const Curve& curve, const Sweep& sweep) {
    DataTable table{"points",
                    "",
                    {curve.axis.name, "ranks", "size", "launches", sweep.fastest ? "fastest" : "median",
                     "95 % interval of the median", "Mflop/s", "messages MB/s", "busy %", "overhead %",
                     "waiting %"},
                    {},
                    curve.one_rank_seconds ? "" : curve_note(curve, sweep)};
    const auto results = result_names(curve.points);
    for (const auto& name : results)
        table.columns.push_back(result_title(name));
    table.compact = table.columns.size() - results.size() + std::min(results.size(), results_in_terminal);
    table.columns.insert(table.columns.end(), {sweep.fastest ? "median" : "fastest", "verdict"});
    const bool along_size = curve.axis.name == "size";
    for (const CurvePoint& point : curve.points) {
        const auto& states = point.point->states;
        const auto share = [&](double StatePercents::*percent) {
            return states ? share_value((*states).*percent) : nothing();
        };
        std::vector<Value> row{Value{point.at.text.empty() ? "-" : point.at.text, point.at.number, {}},
                               curve.axis.is_ranks() ? nothing() : count_value(point.ranks),
                               point.point->size && !along_size ? count_value(*point.point->size) : nothing(),
                               count_value(point.launches),
                               seconds_value(point.seconds),
                               range(point.interval, seconds_text),
                               known_number(point.mflops, number_text),
                               known_number(point.mbs, number_text),
                               share(&StatePercents::busy),
                               share(&StatePercents::overhead),
                               share(&StatePercents::waiting)};
        for (const auto& name : results) {
            const PointResult* const result = result_named(point, name);
            row.push_back(result != nullptr ? number_value(result->value, "") : nothing());
        }
        row.push_back(seconds_value(sweep.fastest ? point.median : point.fastest));
        row.push_back(text_value(point.point->verdict(sweep.launches_planned)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

DataTable scaling_table(const Curve& curve, const Sweep& sweep) {
    DataTable table{"scaling",
                    "",
                    {curve.axis.name, "work", sweep.scaled ? "scaled speed-up" : "speed-up", "95 % interval",
                     "efficiency %", sweep.scaled ? "serial fraction % (Karp, Flatt)" : "serial fraction %",
                     "95 % interval of the efficiency", "95 % interval of the serial fraction"},
                    {},
                    curve_note(curve, sweep),
                    6};
    if (!curve.one_rank_seconds) return table;
    for (const CurvePoint& point : curve.points)
        table.rows.push_back({Value{point.at.text, point.at.number, {}},
                              sweep.scaled ? known_number(point.work, number_text) : nothing(),
                              known_number(point.speedup, ratio), range(point.speedup_interval, ratio),
                              percent(point.efficiency), serial_fraction_value(point.serial_fraction),
                              range(point.efficiency_interval, percent_text),
                              range(point.serial_fraction_interval, percent_text)});
    return table;
}

} // namespace loop::report
