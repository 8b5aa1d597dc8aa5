#pragma once

#include "base/formats/samples.h"

#include <string>
#include <vector>

/// Figures of distributions (\TIMED, \SAMPLE). Each has a bounded number of shapes.
namespace loop::report {

/// Writes a value of the axis, such as "12.3 us".
using AxisText = std::string (*)(double);

/// The outlines of the histograms of at most 6 distributions: the share of the samples in bins of equal
/// width on a logarithmic axis, from the smallest to the largest sample that is above 0. Empty if there is
/// none.
struct DrawnHistogram {
    std::string name; ///< for the legend
    const formats::Samples* samples;
};
std::string histogram_picture(const std::vector<DrawnHistogram>& all, const std::string& title,
                              AxisText text);

/// The median, a band from 5 % to 95 %, and 99 % over a key. Both axes are logarithmic where the values span
/// a wide range. Empty for fewer than 2 places.
struct QuantilePlace {
    double key;
    formats::SampleQuantiles quantiles;
};
std::string quantile_picture(const std::vector<QuantilePlace>& ascending, const std::string& title,
                             AxisText text);

} // namespace loop::report
