#include "report/sweep/results.h"

#include "base/formats/numbers.h"
#include "base/text/csv.h"
#include "base/text/strings.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/growth_json.h"
#include "report/sweep/quantities.h"
#include "report/sweep/result_curves.h"
#include "report/sweep/sheet.h"

#include <array>

namespace loop::report {

namespace {

using formats::exact_text;

Json fit(const Curve& curve, bool scaled) {
    if (!curve.fit) return nullptr;
    Json json{{"law", scaled ? "Gustafson" : "Amdahl"},
              {"serial_fraction", formats::json_number(curve.fit->serial_fraction)},
              {"largest_deviation", formats::json_number(curve.fit->largest_deviation)},
              {"serial_fraction_interval", formats::json_interval(curve.fit->serial_fraction_interval)},
              {"points", curve.fit->points}};
    if (!scaled) json["one_rank_seconds"] = formats::json_number(curve.fit->one_rank_seconds);
    return json;
}

Json cost_fit(const Curve& curve) {
    if (!curve.cost_fit) return nullptr;
    constexpr std::array<const char*, 3> names{"log2(p)", "p - 1", "p^2 - 1"};
    return {{"of", names[static_cast<std::size_t>(curve.cost_fit->form)]},
            {"seconds", formats::json_number(curve.cost_fit->seconds)},
            {"serial_seconds", formats::json_number(curve.cost_fit->serial_seconds)},
            {"one_rank_seconds", formats::json_number(curve.cost_fit->one_rank_seconds)},
            {"largest_deviation", formats::json_number(curve.cost_fit->largest_deviation)}};
}

Json states(const SweepPoint& point) {
    if (!point.states) return nullptr;
    return {{"busy_percent", point.states->busy},
            {"overhead_percent", point.states->overhead},
            {"waiting_percent", point.states->waiting},
            {"waiting_place", point.states->waiting_place},
            {"waiting_place_percent", point.states->place_percent}};
}

Json axis(const Sweep& sweep) {
    const Axis axis = layout_of(sweep).x;
    Json values = Json::array();
    for (const AxisValue& value : axis.values)
        values.push_back(value.text);
    return {{"name", axis.name}, {"values", values}};
}

Json conclusions(const Sweep& sweep, const std::vector<Curve>& curves) {
    Json all = Json::array();
    for (const Conclusion& each : sweep_conclusions(sweep, curves))
        all.push_back(
            {{"id", each.id}, {"text", each.text}, {"number", formats::json_number(each.figure.number)}});
    return all;
}

Json point(const CurvePoint& item, const Sweep& sweep) {
    const SweepPoint& from = *item.point;
    Json json{{"point", from.number}, {"folder", from.folder}, {"ranks", item.ranks}};
    json["size"] = from.size ? Json(*from.size) : Json(nullptr);
    json["verdict"] = from.verdict(sweep.launches_planned);
    json["state"] = from.state(sweep.launches_planned);
    json["launches"] = item.launches;
    json["seconds"] = formats::json_number(item.seconds);
    json["median"] = formats::json_number(item.median);
    json["median_interval"] = formats::json_interval(item.interval);
    json["fastest"] = formats::json_number(item.fastest);
    json["flops"] = from.run ? formats::json_number(item.flops) : Json(nullptr);
    json["mflops"] = formats::json_number(item.mflops);
    json["mbs"] = formats::json_number(item.mbs);
    json["results"] = Json::array();
    for (const PointResult& result : item.results)
        json["results"].push_back({{"name", result.name},
                                   {"unit", result.unit},
                                   {"value", formats::json_number(result.value)},
                                   {"interval", formats::json_interval(result.interval)}});
    json["work"] = formats::json_number(item.work);
    json["speedup"] = formats::json_number(item.speedup);
    json["speedup_interval"] = formats::json_interval(item.speedup_interval);
    json["efficiency"] = formats::json_number(item.efficiency);
    json["efficiency_interval"] = formats::json_interval(item.efficiency_interval);
    json["serial_fraction"] = formats::json_number(item.serial_fraction);
    json["serial_fraction_interval"] = formats::json_interval(item.serial_fraction_interval);
    json["samples"] = from.seconds();
    json["at"] = item.at.text;
    json["shares_cores"] = from.shares_cores;
    json["phases"] = Json::array();
    for (const PartTime& part : from.parts)
        json["phases"].push_back({{"name", part.name}, {"percent", part.percent}, {"seconds", part.seconds}});
    json["states"] = states(from);
    return json;
}

std::string settings_text(const SweepPoint& point) {
    std::vector<std::string> settings;
    for (const auto& [name, value] : point.set)
        settings.push_back(name + "=" + value);
    return joined(settings, " ");
}

std::string whole(const std::optional<int>& value) {
    return value ? std::to_string(*value) : "";
}

std::vector<std::string> factor_cells(const SweepPoint& point) {
    return {std::to_string(point.number), point.workload,    point.machine,           point.variation,
            std::to_string(point.ranks),  whole(point.size), whole(point.iterations), settings_text(point)};
}

constexpr const char* factor_columns = "point,workload,machine,variation,ranks,size,iterations,set";

const CurvePoint* find(const std::vector<Curve>& curves, const SweepPoint& point) {
    for (const Curve& curve : curves)
        for (const CurvePoint& item : curve.points)
            if (item.point == &point) return &item;
    return nullptr;
}

/// Of all curves, each once.
std::vector<std::pair<std::string, std::string>> all_result_names(const std::vector<Curve>& curves) {
    std::vector<CurvePoint> points;
    for (const Curve& curve : curves)
        points.insert(points.end(), curve.points.begin(), curve.points.end());
    return result_names(points);
}

} // namespace

Json sweep_results(const Sweep& sweep, const std::vector<Curve>& curves) {
    Json json;
    json["schema"] = "loop-sweep-results/1";
    json["name"] = sweep.name;
    json["started"] = sweep.started;
    json["verdict"] = formats::to_json(judge_sweep(sweep, curves));
    json["command"] = sweep.command;
    json["seed"] = sweep.seed;
    json["order"] = sweep.shuffled ? "shuffled" : "nested";
    json["measured"] = sweep.phase.empty() ? "whole program" : "phase " + sweep.phase;
    json["stands_for_a_point"] = sweep.fastest ? "fastest" : "median";
    json["launches_planned"] = sweep.launches_planned;
    json["until"] = formats::json_number(sweep.narrower_than);
    json["axis"] = axis(sweep);
    json["conclusions"] = conclusions(sweep, curves);
    json["curves"] = Json::array();
    for (const Curve& curve : curves) {
        Json item{{"workload", curve.workload}, {"label", curve.label}};
        item["one_rank_seconds"] = formats::json_number(curve.one_rank_seconds);
        item["work_supposed"] = curve.work_supposed;
        item["fit"] = fit(curve, sweep.scaled);
        item["cost_fit"] = cost_fit(curve);
        item["growth"] = growth_json(curve);
        item["points"] = Json::array();
        for (const CurvePoint& each : curve.points)
            item["points"].push_back(point(each, sweep));
        json["curves"].push_back(item);
    }
    json["result_curves"] = Json::array();
    for (const ResultCurve& curve : result_curves(curves))
        json["result_curves"].push_back(result_curve_json(curve));
    json["without_samples"] = Json::array();
    for (const SweepPoint& each : sweep.points) {
        if (!each.seconds().empty()) continue;
        const std::string why = each.launches.empty() || each.launches.back().failures.empty()
                                    ? ""
                                    : each.launches.back().failures[0];
        json["without_samples"].push_back({{"point", each.number},
                                           {"folder", each.folder},
                                           {"state", each.state(sweep.launches_planned)},
                                           {"why", why}});
    }
    return json;
}

std::string samples_csv(const Sweep& sweep) {
    std::string text =
        std::string(factor_columns) + ",launch,warm_up,round,outcome,started,seconds,disturbed\n";
    for (const SweepPoint& point : sweep.points)
        for (const SweepLaunch& launch : point.launches) {
            std::vector<std::string> cells = factor_cells(point);
            cells.insert(cells.end(), {std::to_string(launch.index), launch.warm_up ? "1" : "0",
                                       std::to_string(launch.round), outcome_text(launch.outcome),
                                       launch.started, exact_text(launch.seconds),
                                       !launch.notes           ? ""
                                       : launch.is_disturbed() ? "1"
                                                               : "0"});
            text += csv_line(cells);
        }
    return text;
}

std::string points_csv(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::string text = std::string(factor_columns) +
                       ",state,verdict,launches,seconds,median,median_low,median_high,fastest,flops,work,"
                       "speedup,speedup_low,speedup_high,efficiency,serial_fraction,mflops,mbs,busy_percent,"
                       "overhead_percent,waiting_percent";
    const auto results = all_result_names(curves);
    std::vector<std::string> titles;
    for (const auto& name : results)
        titles.push_back(result_title(name));
    text += titles.empty() ? "\n" : "," + csv_line(titles);
    for (const SweepPoint& point : sweep.points) {
        std::vector<std::string> cells = factor_cells(point);
        cells.push_back(point.state(sweep.launches_planned));
        cells.push_back(point.verdict(sweep.launches_planned));
        const CurvePoint* found = find(curves, point);
        const CurvePoint none;
        const CurvePoint& item = found != nullptr ? *found : none;
        const auto known = [&](double value) { return found != nullptr ? exact_text(value) : ""; };
        const auto low = [](const std::optional<Bounds>& value) {
            return value ? exact_text(value->first) : "";
        };
        const auto high = [](const std::optional<Bounds>& value) {
            return value ? exact_text(value->second) : "";
        };
        cells.insert(cells.end(),
                     {std::to_string(item.launches), known(item.seconds), known(item.median),
                      low(item.interval), high(item.interval), known(item.fastest),
                      point.run ? known(item.flops) : "", known(item.work), exact_text(item.speedup),
                      low(item.speedup_interval), high(item.speedup_interval), exact_text(item.efficiency),
                      exact_text(item.serial_fraction), exact_text(item.mflops), exact_text(item.mbs)});
        for (double StatePercents::*percent :
             {&StatePercents::busy, &StatePercents::overhead, &StatePercents::waiting})
            cells.push_back(point.states ? exact_text((*point.states).*percent) : "");
        for (const auto& name : results) {
            const PointResult* const result = result_named(item, name);
            cells.push_back(result != nullptr ? exact_text(result->value) : "");
        }
        text += csv_line(cells);
    }
    return text;
}

} // namespace loop::report
