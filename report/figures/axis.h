#pragma once

#include "report/figures/svg.h"

#include <string>
#include <vector>

/// Where values lie on an axis, and its labels: for all figures.
namespace loop::report {

/// The width of a character of a label, on average.
constexpr double letter_width = 6.2;

double width_of_text(const std::string& text);

/// A rectangle with a horizontal and a vertical axis.
struct Area {
    double left, top, width, height;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
};

/// Returns about `wanted` round values from `begin` to `end`.
std::vector<double> round_steps(double begin, double end, int wanted);

/// Returns the multiples of `step` from `begin` to `end`, at most 100.
std::vector<double> multiples(double begin, double end, double step);

/// Returns round values from `low` to `high` for labels: at least three, unless both are equal, and at most
/// about ten. `logarithmic` requires `low` above 0.
std::vector<double> tick_values(double low, double high, bool logarithmic);

/// Returns the indexes of at most `most` of `count` values, evenly spaced, with the first and the last one.
/// `most` must be at least 2.
std::vector<std::size_t> evenly(std::size_t count, std::size_t most);

/// Maps values to parts of an axis: `low` to 0, `high` to 1. `low` may be the larger one. On a logarithmic
/// axis, both are above 0.
class AxisScale {
public:
    AxisScale(double low, double high, bool logarithmic);

    /// Whether the axis has a place for the value: not for infinite ones, nor for 0 on a logarithmic axis.
    bool has(double value) const;
    double part(double value) const;

private:
    double linear(double value) const;

    bool logarithmic_;
    double first_, last_;
};

/// Draws a grid line and a label below the area, or left of it.
void draw_tick_below(Svg& svg, const Area& area, double x, const std::string& text);
void draw_tick_left(Svg& svg, const Area& area, double y, const std::string& text);
/// The lines of the axes.
void draw_bottom_line(Svg& svg, const Area& area);
void draw_left_line(Svg& svg, const Area& area);

} // namespace loop::report
