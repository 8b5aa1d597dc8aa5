#pragma once

#include "report/figures/axis.h"

#include <functional>
#include <string>
#include <vector>

namespace loop::report {

class TimeAxis;

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
    AxisScale scale_;
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

/// An entry of a legend: a colored square, or another sample, and a text.
struct LegendEntry {
    std::string style;
    std::string text;
    double width = 11;                                         ///< of the sample
    std::function<void(Svg&, double x, double base)> sample{}; ///< null: a square
};

/// Draws a row of entries that ends at `right`.
void draw_legend(Svg& svg, double right, double y, const std::vector<LegendEntry>& entries);

/// Entries in as many rows as they need between `left` and `right`. Each row ends at `right`.
class Legend {
public:
    Legend(std::vector<LegendEntry> entries, double left, double right);

    double height() const;               ///< of all rows
    void draw(Svg& svg, double y) const; ///< `y`: the base line of the first row

private:
    std::vector<std::vector<LegendEntry>> rows_;
    double right_;
};

/// Returns the path of the area between two step functions over equal bins of the shown time.
std::string band_path(const TimeAxis& times, const std::vector<double>& lower,
                      const std::vector<double>& upper, const ValueAxis& axis);
/// Returns the path of a step function over the bins.
std::string step_path(const TimeAxis& times, const std::vector<double>& values, const ValueAxis& axis);

/// Reduce `values` to at most `count` bins, by the average or the maximum.
std::vector<double> averaged(const std::vector<double>& values, std::size_t count);
std::vector<double> maxima(const std::vector<double>& values, std::size_t count);

} // namespace loop::report
