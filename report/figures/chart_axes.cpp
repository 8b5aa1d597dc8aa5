#include "report/figures/chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loop::report {

namespace {

constexpr std::size_t max_place_ticks = 12;
constexpr double axis_margin = 0.06; ///< of the axis, at both ends

/// The ends of the axis stay numbers, whatever the values are.
void add_margins(ChartAxis& axis) {
    using Limits = std::numeric_limits<double>;
    if (axis.logarithmic) {
        const double decades = std::log10(axis.high) - std::log10(axis.low);
        const double room = std::pow(10, axis_margin * std::max(decades, std::log10(1.2)));
        axis.low = std::max(axis.low / room, Limits::min());
        axis.high = std::min(axis.high * room, Limits::max());
        return;
    }
    const double extent = std::max(axis.high - axis.low, 0.1 * std::abs(axis.high));
    const double room = axis_margin * (extent > 0 ? extent : 1);
    axis.low = std::max(axis.low - room, Limits::lowest());
    axis.high = std::min(axis.high + room, Limits::max());
}

void add_round_ticks(ChartAxis& axis) {
    for (const double value : tick_values(axis.low, axis.high, axis.logarithmic))
        axis.ticks.push_back({value, fmt::format("{:.4g}", value)});
}

} // namespace

ChartAxis place_axis(const std::string& label, const std::vector<Tick>& places, bool logarithmic) {
    ChartAxis axis{label, 0, 1, logarithmic};
    if (places.empty()) return axis;
    axis.low = places.front().value;
    axis.high = places.back().value;
    add_margins(axis);
    // Of many sizes that double or the like, every second or third one; others are not evenly spaced.
    const std::size_t step = logarithmic ? places.size() / max_place_ticks + 1 : 1;
    for (std::size_t i = 0; i < places.size(); i += step)
        axis.ticks.push_back(places[i]);
    if (axis.ticks.size() <= max_place_ticks) return axis;
    axis.ticks.clear();
    add_round_ticks(axis);
    return axis;
}

ChartAxis value_axis(const std::string& label, const std::vector<double>& values, bool logarithmic,
                     bool from_zero) {
    ChartAxis axis{label, HUGE_VAL, -HUGE_VAL, logarithmic};
    for (const double value : values) {
        if (!std::isfinite(value) || (logarithmic && value < std::numeric_limits<double>::min())) continue;
        axis.low = std::min(axis.low, value);
        axis.high = std::max(axis.high, value);
    }
    if (axis.low > axis.high) return {label};
    if (!logarithmic && from_zero) axis.low = std::min(axis.low, 0.0), axis.high = std::max(axis.high, 0.0);
    add_margins(axis);
    add_round_ticks(axis);
    return axis;
}

ChartAxis name_axis(const std::string& label, const std::vector<std::string>& names) {
    ChartAxis axis{label, -0.5, static_cast<double>(names.size()) - 0.5};
    axis.has_names = true;
    for (std::size_t i = 0; i < names.size(); ++i)
        axis.ticks.push_back({static_cast<double>(i), names[i]});
    return axis;
}

} // namespace loop::report
