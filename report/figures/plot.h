#pragma once

#include "report/figures/svg.h"
#include "report/trace/time_range.h"

#include <string>
#include <vector>

namespace loop::report {

/// A rectangle of a picture with an axis each way.
struct Area {
    double left, top, width, height;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
};

/// Round values from `begin` to `end`, about `wanted` of them.
std::vector<double> round_steps(double begin, double end, int wanted);

/// From times to x; labels in one unit for the whole axis.
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

/// From any quantity to x, logarithmic if that shows more.
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

/// From values 0 to `most` to y, upwards.
class ValueAxis {
public:
    /// `whole`: only whole numbers are labelled.
    ValueAxis(const Area& area, double most, std::string label, bool whole = false);

    double y(double value) const;
    void draw(Svg& svg) const;

private:
    Area area_;
    double most_;
    std::string label_;
    bool whole_;
};

/// Squares and words in a row that ends at `right`.
struct LegendEntry {
    std::string style;
    std::string text;
};
void draw_legend(Svg& svg, double right, double y, const std::vector<LegendEntry>& entries);

/// The area between two lines over the bins of a grid; each bin is a step.
std::string band_path(const Area& area, const std::vector<double>& lower, const std::vector<double>& upper,
                      const ValueAxis& axis);
/// A line of steps over the bins.
std::string step_path(const Area& area, const std::vector<double>& values, const ValueAxis& axis);

/// At most `count` bins: those of `values` joined, by their average or maximum.
std::vector<double> averaged(const std::vector<double>& values, std::size_t count);
std::vector<double> maxima(const std::vector<double>& values, std::size_t count);

} // namespace loop::report
