#include "report/findings/plateau.h"

#include "report/findings/limited_law.h"
#include "report/findings/sample_ratio.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

using Points = std::vector<ScalingPoint>;

/// The bounds of how much longer a point takes than another one. Of the fastest launches, none are known
/// unless all take the same time.
std::optional<std::pair<double, double>> ratio_of(const ScalingPoint& a, const ScalingPoint& b) {
    const Samples of_a{a.samples, a.repeats}, of_b{b.samples, b.repeats};
    if ((a.is_fastest || b.is_fastest) && (!is_exact(of_a) || !is_exact(of_b))) return std::nullopt;
    return sample_ratio(of_a, of_b);
}

/// The first of at least three points, up to the last one, whose times are about the same.
std::optional<std::size_t> flat_from(const Points& points) {
    constexpr std::size_t enough = 3;
    constexpr double many = 4, same = 0.05;
    for (std::size_t i = 1; i + enough <= points.size(); ++i) {
        if (points.back().number < many * points[i].number) return std::nullopt;
        const auto [least, most] = std::minmax_element(
            points.begin() + static_cast<std::ptrdiff_t>(i), points.end(),
            [](const ScalingPoint& a, const ScalingPoint& b) { return a.seconds < b.seconds; });
        if (most->seconds <= (1 + same) * least->seconds) return i;
    }
    return std::nullopt;
}

/// Whether more ranks made it faster up to this point, and the launches show that.
bool helped(const Points& points, std::size_t begin) {
    constexpr double faster = 1.2, clearly = 1.1;
    const ScalingPoint &point = points[begin], &before = points[begin - 1];
    if (points[0].seconds < faster * point.seconds || before.seconds < clearly * point.seconds) return false;
    const auto longer = ratio_of(point, before);
    return longer && longer->first > 1;
}

/// By how much the times of later points differ at most; nothing if the launches do not show that it is
/// little.
std::optional<double> largest_change(const Points& points, std::size_t begin) {
    constexpr double little = 1.1;
    double change = 0;
    for (std::size_t i = begin + 1; i < points.size(); ++i) {
        const auto ratio = ratio_of(points[begin], points[i]);
        if (!ratio || ratio->first < 1 / little || ratio->second > little) return std::nullopt;
        change = std::max({change, 1 - ratio->first, ratio->second - 1});
    }
    return change;
}

/// Whether laws without a plateau describe the times about as well.
bool is_smooth(const ScalingCurve& curve, std::size_t begin) {
    constexpr double clearly = 4; // times the squares of the law with a plateau
    std::vector<std::pair<double, double>> times;
    for (const ScalingPoint& point : curve.points)
        times.emplace_back(point.number, point.seconds);
    const auto limited = limited_law(times, curve.points[begin].number);
    const auto is_as_good = [&](const auto& law) { return law && law->squares < clearly * limited->squares; };
    return !limited || is_as_good(curve.law) || is_as_good(curve.cost);
}

} // namespace

std::optional<Plateau> plateau_of(const ScalingCurve& curve) {
    if (!curve.is_ranks || curve.is_scaled) return std::nullopt;
    const auto begin = flat_from(curve.points);
    if (!begin || !helped(curve.points, *begin) || is_smooth(curve, *begin)) return std::nullopt;
    const auto change = largest_change(curve.points, *begin);
    return change ? std::optional(Plateau{*begin, *change}) : std::nullopt;
}

} // namespace loop::report
