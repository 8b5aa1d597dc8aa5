#pragma once

#include "base/text/clean.h"
#include "report/document/document.h"
#include "report/read/run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// Series over the same quantity that a kernel measured, side by side: the medians of the launches.
struct MeasuredSeries {
    std::string name, x, x_unit;
    std::vector<double> x_values; ///< ascending, each once
    struct Curve {
        std::string y, unit;
        std::vector<std::optional<double>> values; ///< as many as x_values
    };
    std::vector<Curve> curves;
    std::size_t launches = 0; ///< that have measured any of it

    std::string x_title() const;                     ///< "n, elements"
    static std::string title_of(const Curve& curve); ///< "mean of ranks, Mflop/s"
};

/// In the order in which they first appear; nothing of what is not finite.
std::vector<MeasuredSeries> measured_series(const RunRecord& run);

/// At most `most` indices below `count`, evenly spaced, including the first and the last; `most` is at
/// least 2.
std::vector<std::size_t> evenly(std::size_t count, std::size_t most);

/// At most `most` rows; without id and title.
DataTable series_table(const MeasuredSeries& series, std::size_t most);

/// The values as curves, an element for a page; a bounded number of shapes.
std::string series_picture(const MeasuredSeries& series);

} // namespace loop::report
