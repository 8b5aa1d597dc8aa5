#include "report/bsp/scatter.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

namespace {

/// From the median to an end of the middle 95 %, and to a quartile, of a normal distribution.
constexpr double to_end = 1.959964, to_quartile = 0.674490;

/// From the median of the batches to the end of 95 % of them on one side, relative to the median.
double scatter(double us, double quartile_us) {
    return to_end / to_quartile * std::abs(quartile_us - us) / us;
}

} // namespace

Interval factors_near(const std::vector<FittedPoint>& near) {
    std::vector<double> ratios, below, above;
    for (const FittedPoint& point : near) {
        if (!(point.fitted > 0) || !(point.us > 0)) continue;
        ratios.push_back(point.us / point.fitted);
        below.push_back(scatter(point.us, point.lower_us));
        above.push_back(scatter(point.us, point.upper_us));
    }
    if (ratios.empty()) return {1, 1};
    const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
    return {*least * std::max(0.0, 1 - statistics::median(below)),
            *greatest * (1 + statistics::median(above))};
}

FittedPoint fitted_point(const Points& points, std::size_t k, double fitted) {
    const double us = points.us[k];
    const bool known =
        points.lower_us.size() == points.us.size() && points.upper_us.size() == points.us.size();
    return {fitted, us, known ? points.lower_us[k] : us, known ? points.upper_us[k] : us};
}

} // namespace loop::report::bsp
