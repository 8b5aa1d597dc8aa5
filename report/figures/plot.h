#pragma once

#include "report/figures/svg.h"
#include "report/trace/time_range.h"

#include <string>
#include <vector>

namespace loop::report {

/// A rectangle with a horizontal and a vertical axis.
struct Area {
    double left, top, width, height;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
};

/// Returns about `wanted` round values from `begin` to `end`.
std::vector<double> round_steps(double begin, double end, int wanted);

/// Maps times to x. All labels have the same unit.
class TimeAxis {
public:
    TimeAxis(const Area& area, TimeRange range);

    double x(std::int64_t time_ns) const;
    /// Grid lines over the area, labels below it.
    void draw(Svg& svg) const;

private:
    Area area_;
    TimeRange range_;
};

/// Maps any quantity to x, logarithmically if the values span a wide range.
class QuantityAxis {
public:
    using Text = std::string (*)(double);

    QuantityAxis(const Area& area, double least, double most, Text text);

    double x(double value) const;
    void draw(Svg& svg) const;

private:
    std::vector<double> steps() const;

    Area area_;
    double least_, most_;
    bool logarithmic_;
    Text text_;
};

/// Maps values from 0 to `most` to y, upwards.
class ValueAxis {
public:
    /// `whole`: only integers are labeled.
    ValueAxis(const Area& area, double most, std::string label, bool whole = false);

    double y(double value) const;
    void draw(Svg& svg) const;

private:
    Area area_;
    double most_;
    std::string label_;
    bool whole_;
};

/// An entry of a legend: a colored square and a text. draw_legend() draws a row that ends at `right`.
struct LegendEntry {
    std::string style;
    std::string text;
};
void draw_legend(Svg& svg, double right, double y, const std::vector<LegendEntry>& entries);

/// Returns the path of the area between two step functions over the bins of a grid.
std::string band_path(const Area& area, const std::vector<double>& lower, const std::vector<double>& upper,
                      const ValueAxis& axis);
/// Returns the path of a step function over the bins.
std::string step_path(const Area& area, const std::vector<double>& values, const ValueAxis& axis);

/// Reduce `values` to at most `count` bins, by the average or the maximum.
std::vector<double> averaged(const std::vector<double>& values, std::size_t count);
std::vector<double> maxima(const std::vector<double>& values, std::size_t count);

} // namespace loop::report
