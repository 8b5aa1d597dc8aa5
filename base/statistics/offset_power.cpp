#include "base/statistics/offset_power.h"

#include <algorithm>
#include <cmath>

namespace loop::statistics {

namespace {

/// The best a and b for an exponent.
std::optional<OffsetPower> fit_with(const std::vector<WeightedPoint>& points, double c) {
    double w = 0, u = 0, v = 0, uu = 0, uv = 0;
    const double unit = c > 0 ? points.back().x : points.front().x;
    for (const WeightedPoint& point : points) {
        const double weight = 1 / (point.scatter * point.scatter * point.y * point.y);
        const double power = std::pow(point.x / unit, c); // at most 1, so that sums are accurate
        w += weight, u += weight * power, v += weight * point.y;
        uu += weight * power * power, uv += weight * power * point.y;
    }
    const double determinant = w * uu - u * u;
    if (!(determinant > 1e-12 * w * uu)) return std::nullopt;
    OffsetPower law{(v * uu - u * uv) / determinant, (w * uv - u * v) / determinant, c};
    law.b /= std::pow(unit, c);
    if (!(law.a > 0) || !(law.b > 0)) return std::nullopt;
    for (const WeightedPoint& point : points) {
        const double deviation = std::log(law.at(point.x) / point.y) / point.scatter;
        law.sum_of_squares += deviation * deviation;
    }
    return law;
}

/// The best of these exponents: `first`, and `steps` more.
std::optional<OffsetPower> best_of(const std::vector<WeightedPoint>& points, double first, double step,
                                   int steps) {
    std::optional<OffsetPower> best;
    for (int i = 0; i <= steps; ++i)
        if (const auto law = fit_with(points, first + i * step);
            law && (!best || law->sum_of_squares < best->sum_of_squares))
            best = law;
    return best;
}

} // namespace

double OffsetPower::at(double x) const {
    return a + b * std::pow(x, c);
}

std::optional<OffsetPower> fit_offset_power(const std::vector<WeightedPoint>& points) {
    constexpr std::size_t fewest = 5;
    constexpr double least = 0.1, coarse = 0.1, fine = 0.005, matters = 0.1;
    if (points.size() < fewest) return std::nullopt;
    const bool falls = points.back().y < points.front().y;
    const double sign = falls ? -1 : 1;
    auto law = best_of(points, sign * least, sign * coarse, 59);
    if (!law) return law;
    law = best_of(points, law->c - coarse + fine, fine, 38);
    if (!law) return law;
    const double first = law->at(points.front().x), last = law->at(points.back().x);
    const double low = std::min(first, last), high = std::max(first, last);
    if (law->a < matters * low || high - law->a < matters * high) return std::nullopt;
    return law;
}

} // namespace loop::statistics
