#include "report/figures/axis.h"

#include "base/text/clean.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr std::size_t min_ticks = 3, max_ticks = 10;

/// The multiples of powers of ten within the range, by these digits.
std::vector<double> decimal_values(double low, double high, const std::vector<int>& digits) {
    std::vector<double> values;
    if (!(low > 0) || !std::isfinite(high)) return values; // no power of ten is above infinity
    for (int exponent = static_cast<int>(std::floor(std::log10(low))); std::pow(10, exponent) <= high;
         ++exponent)
        for (const int digit : digits)
            if (const double value = digit * std::pow(10, exponent);
                value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                values.push_back(value);
    return values;
}

/// Keeps every n-th value if there are too many.
std::vector<double> every_nth(const std::vector<double>& values) {
    const std::size_t apart = (values.size() + max_ticks - 1) / max_ticks;
    std::vector<double> result;
    for (std::size_t i = 0; i < values.size(); i += apart)
        result.push_back(values[i]);
    return result;
}

} // namespace

double width_of_text(const std::string& text) {
    return letter_width * static_cast<double>(display_width(text));
}

std::vector<double> round_steps(double begin, double end, int wanted) {
    if (!(end > begin) || !std::isfinite(end - begin)) return {begin};
    const double raw = (end - begin) / std::max(wanted, 1), power = std::pow(10, std::floor(std::log10(raw)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if ((step = power * factor) >= raw) break;
    return multiples(begin, end, step);
}

std::vector<double> multiples(double begin, double end, double step) {
    std::vector<double> steps;
    const double first = std::ceil(begin / step - 1e-9);
    for (double i = first; i * step <= end + step * 1e-9 && steps.size() < 100; ++i)
        steps.push_back(i == 0 ? 0 : i * step);
    return steps;
}

std::vector<double> tick_values(double low, double high, bool logarithmic) {
    if (logarithmic)
        for (const std::vector<int>& digits :
             {std::vector<int>{1}, std::vector<int>{1, 2, 5}, std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}})
            if (const std::vector<double> values = decimal_values(low, high, digits);
                values.size() >= min_ticks)
                return every_nth(values);
    return round_steps(low, high, 8);
}

std::vector<std::size_t> evenly(std::size_t count, std::size_t most) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < std::min(count, most); ++i)
        places.push_back(count <= most ? i : i * (count - 1) / (most - 1));
    return places;
}

AxisScale::AxisScale(double low, double high, bool logarithmic)
    : logarithmic_(logarithmic), first_(linear(low)), last_(linear(high)) {
    if (last_ == first_) last_ = first_ + 1e-9 * std::max(1.0, std::abs(first_));
}

bool AxisScale::has(double value) const {
    return std::isfinite(value) && (!logarithmic_ || value > 0);
}

double AxisScale::part(double value) const {
    return (linear(value) - first_) / (last_ - first_);
}

double AxisScale::linear(double value) const {
    return logarithmic_ ? std::log(value) : value;
}

void draw_tick_below(Svg& svg, const Area& area, double x, const std::string& text) {
    svg.line(x, area.top, x, area.bottom(), "grid");
    svg.text(x, area.bottom() + 17, text, "label", "middle");
}

void draw_tick_left(Svg& svg, const Area& area, double y, const std::string& text) {
    svg.line(area.left - 4, y, area.right(), y, "grid");
    svg.text(area.left - 8, y + 4, text, "label", "end");
}

void draw_bottom_line(Svg& svg, const Area& area) {
    svg.line(area.left, area.bottom(), area.right(), area.bottom(), "axis");
}

void draw_left_line(Svg& svg, const Area& area) {
    svg.line(area.left, area.top, area.left, area.bottom(), "axis");
}

} // namespace loop::report
