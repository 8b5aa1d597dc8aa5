#pragma once

#include "report/findings/scaling_conclusions.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// Id of the section of the k-th curve, from 0.
std::string curve_section(std::size_t curve);

/// How the time of a curve grows along its axis, and what may cause its knees. The curve must outlive it.
GrowthStory growth_story(const Curve& curve);

/// The curve as plain data for its sentences, without its section. The curve must outlive it.
ScalingCurve scaling_curve(const Sweep& sweep, const Curve& curve);

/// What the curves show: whether the program scales, and why not. Nothing if the sweep is INVALID.
std::vector<Conclusion> sweep_conclusions(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
