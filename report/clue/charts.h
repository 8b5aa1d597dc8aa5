#pragma once

#include "report/figures/chart.h"

#include <optional>
#include <string>
#include <vector>

/// Charts in the form of Figures 4.2 to 4.6 of the thesis. Each shows the first series, as many as there are
/// styles, and says in its heading how many it leaves out.
namespace loop::report {

/// One value for each group of a chart, as bars, points, or a line of one color.
struct ClueSeries {
    std::string title;
    std::size_t color = 0;                       ///< index of its style
    bool outlined = false;                       ///< hatched bars, open points, a dashed line
    std::vector<std::optional<double>> values{}; ///< one per group; none: nothing is drawn
};

struct ClueChart {
    std::string name, title;
    std::string quantity; ///< the label of the vertical axis
    std::vector<ClueSeries> series{};
};

/// Groups of bars, which begin at 0.
Chart bar_chart(const ClueChart& chart, const std::vector<std::string>& groups);
/// The same values as points side by side, on an axis that shows their differences.
Chart point_chart(const ClueChart& chart, const std::vector<std::string>& groups);
/// Lines over numbers of ranks.
Chart line_chart(const ClueChart& chart, const std::vector<int>& ranks);

} // namespace loop::report
