#include "report/sweep/conclusions.h"

#include "base/text/units.h"
#include "report/sweep/knee_causes.h"
#include "report/sweep/result_curves.h"
#include "report/sweep/sheet.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

ScalingPoint scaling_point(const CurvePoint& point, const Curve& curve) {
    ScalingPoint result;
    result.place = curve.axis.place(point.at.text);
    result.number = point.at.number;
    result.samples = point.point->seconds();
    result.seconds = point.seconds;
    result.work = point.work;
    result.speedup = point.speedup;
    result.efficiency = point.efficiency;
    result.serial_fraction = point.serial_fraction;
    result.speedup_interval = point.speedup_interval;
    result.efficiency_interval = point.efficiency_interval;
    result.shares_cores = point.point->shares_cores;
    result.repeats = point.point->run && repeats(*point.point->run);
    result.parts = point.point->parts;
    result.states = point.point->states;
    return result;
}

std::string growth_text(CostOfRanks form) {
    switch (form) {
    case CostOfRanks::Log:
        return "log2 of the number of ranks";
    case CostOfRanks::Linear:
        return "the number of other ranks";
    case CostOfRanks::Square:
        return "the square of the number of ranks";
    }
    return "";
}

} // namespace

GrowthStory growth_story(const Curve& curve) {
    GrowthStory story{"the time", curve.axis.name, nullptr, {}, fine_seconds_text, {}};
    if (!curve.growth) return story;
    story.growth = &*curve.growth;
    for (const CurvePoint& point : curve.points)
        story.places.push_back(curve.axis.place(point.at.text));
    for (const statistics::Knee& knee : curve.growth->knees)
        story.causes.push_back(knee_cause(*curve.points[knee.below].point, *curve.points[knee.above].point));
    return story;
}

std::string curve_section(std::size_t curve) {
    return fmt::format("curve-{}", curve + 1);
}

ScalingCurve scaling_curve(const Sweep& sweep, const Curve& curve) {
    ScalingCurve item;
    item.name = curve_name(curve);
    item.axis = curve.axis.name;
    item.is_ranks = curve.axis.is_ranks();
    item.is_numeric = curve.axis.is_numeric;
    item.is_scaled = sweep.scaled;
    for (const CurvePoint& point : curve.points)
        item.points.push_back(scaling_point(point, curve));
    for (ScalingPoint& point : item.points)
        point.is_fastest = sweep.fastest;
    if (const auto& fit = curve.fit)
        item.law = ScalingLaw{sweep.scaled ? "Gustafson" : "Amdahl", fit->serial_fraction,
                              fit->largest_deviation, fit->squares, fit->serial_fraction_interval};
    if (const auto& fit = curve.cost_fit)
        item.cost = RankCost{growth_text(fit->form), fit->seconds,    fit->largest_deviation,
                             fit->squares,           fit->best_ranks, fit->serial_seconds};
    if (const auto& found = curve.outlier)
        item.outlier = OutlyingPoint{found->index, found->factor, found->largest_deviation};
    const double first = curve.points.front().flops, last = curve.points.back().flops;
    if (!sweep.scaled && first > 0 && last > 0) item.operations_growth = last / first;
    item.growth = growth_story(curve);
    return item;
}

std::vector<Conclusion> sweep_conclusions(const Sweep& sweep, const std::vector<Curve>& curves) {
    if (judge_sweep(sweep, curves).word == formats::Verdict::Word::Invalid) return {};
    std::vector<ScalingCurve> all;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        all.push_back(scaling_curve(sweep, curves[i]));
        all.back().section = curve_section(i);
    }
    std::vector<Conclusion> conclusions = scaling_conclusions(all, "launches");
    for (Conclusion& each : result_conclusions(result_curves(curves)))
        conclusions.push_back(std::move(each));
    return conclusions;
}

} // namespace loop::report
