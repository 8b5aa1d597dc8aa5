#include "report/findings/cliff.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double clear = 1.5;       ///< a jump, up or down
constexpr double surely = 1.3;      ///< at least, with a confidence of 95 %
constexpr double same_power = 0.15; ///< by which the other steps differ at most

/// By step: the power of the number by which values grow.
std::vector<double> powers_of(const std::vector<ValuePoint>& points) {
    std::vector<double> powers;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        powers.push_back(std::log(points[i + 1].value / points[i].value) /
                         std::log(points[i + 1].number / points[i].number));
    return powers;
}

/// The power of all steps but one; nothing if they differ.
std::optional<double> power_without(std::vector<double> powers, std::size_t step) {
    powers.erase(powers.begin() + static_cast<std::ptrdiff_t>(step));
    const auto [least, most] = std::minmax_element(powers.begin(), powers.end());
    if (*most - *least > same_power) return std::nullopt;
    return (*least + *most) / 2;
}

bool is_far_from_1(double factor, double by) {
    return factor >= by || factor <= 1 / by;
}

/// `suggested`: by how much the values would grow.
bool samples_show(const ValuePoint& below, const ValuePoint& above, double suggested) {
    const auto grown = sample_ratio(below.samples, above.samples);
    return grown && (grown->first >= surely * suggested || grown->second <= suggested / surely);
}

} // namespace

std::optional<Cliff> cliff_of(const std::vector<ValuePoint>& points) {
    if (points.size() < 4) return std::nullopt;
    const std::vector<double> powers = powers_of(points);
    for (std::size_t step = 1; step + 1 < powers.size(); ++step) {
        const auto power = power_without(powers, step);
        if (!power) continue;
        const ValuePoint &below = points[step], &above = points[step + 1];
        const double suggested = std::pow(above.number / below.number, *power);
        const double jump = above.value / below.value / suggested;
        if (is_far_from_1(jump, clear) && samples_show(below, above, suggested)) return Cliff{step, jump};
    }
    return std::nullopt;
}

} // namespace loop::report
