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
    result.parts = point.point->parts;
    result.states = point.point->states;
    return result;
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

std::vector<Conclusion> sweep_conclusions(const Sweep& sweep, const std::vector<Curve>& curves) {
    if (judge_sweep(sweep, curves).word == formats::Verdict::Word::Invalid) return {};
    std::vector<ScalingCurve> all;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const Curve& curve = curves[i];
        ScalingCurve item;
        item.name = curve_name(curve);
        item.axis = curve.axis.name;
        item.section = curve_section(i);
        item.is_ranks = curve.axis.is_ranks();
        item.is_numeric = curve.axis.is_numeric;
        item.is_scaled = sweep.scaled;
        for (const CurvePoint& point : curve.points)
            item.points.push_back(scaling_point(point, curve));
        if (curve.fit)
            item.law = ScalingLaw{sweep.scaled ? "Gustafson" : "Amdahl", curve.fit->serial_fraction,
                                  curve.fit->largest_deviation, curve.fit->serial_fraction_interval};
        item.growth = growth_story(curve);
        all.push_back(std::move(item));
    }
    std::vector<Conclusion> conclusions = scaling_conclusions(all, "launches");
    for (Conclusion& each : result_conclusions(result_curves(curves)))
        conclusions.push_back(std::move(each));
    return conclusions;
}

} // namespace loop::report
