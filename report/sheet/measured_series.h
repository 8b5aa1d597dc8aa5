#pragma once

#include "base/text/clean.h"
#include "report/document/document.h"
#include "report/read/run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// Series that a kernel measured over the same quantity, side by side. Values are medians over launches.
struct MeasuredSeries {
    std::string name, x, x_unit;
    std::vector<double> x_values; ///< ascending, without duplicates
    struct Curve {
        std::string y, unit;
        std::vector<std::optional<double>> values; ///< as many as x_values
    };
    std::vector<Curve> curves;
    std::size_t launches = 0; ///< number of launches that measured any of these values
    formats::ResultTag tag{};

    std::string x_title() const;                     ///< "n, elements"
    static std::string title_of(const Curve& curve); ///< "mean of ranks, Mflop/s"
};

/// Returns the series in the order of their first appearance. Values that are not finite are left out, and so
/// are the quartiles of batches, which only tell how certain the medians are.
std::vector<MeasuredSeries> measured_series(const RunRecord& run);

/// Returns a table of at most `most` rows, without id and title.
DataTable series_table(const MeasuredSeries& series, std::size_t most);

/// Returns the curves as an SVG element with a bounded number of shapes.
std::string series_picture(const MeasuredSeries& series);

} // namespace loop::report
