#pragma once

#include "report/document/document.h"
#include "report/figures/chart.h"
#include "report/sweep/curves.h"

#include <string>
#include <vector>

namespace loop::report {

/// A result that was measured for several message sizes within each launch, such as the times of `\PINGPONG`,
/// or the medians of a `\TIMED` with KEY.
struct ResultCurve {
    struct Place {
        double bytes = 0;            ///< or the key
        std::vector<double> samples; ///< one per launch: the median of the ranks
        double value = 0;            ///< their median
        std::optional<Bounds> interval;
    };

    std::string workload;
    std::string name; ///< "one way", after the argument NAME of its kernel
    std::string unit;
    std::string tag;
    std::string label; ///< distinguishes the curve from those of other points; may be empty
    const SweepPoint* point = nullptr;
    std::vector<Place> places;                  ///< ascending
    std::optional<statistics::Growth> growth{}; ///< of times

    /// Whether it is over the keys of samples instead of message sizes.
    bool is_over_keys() const;
};

/// The curves with at least 3 sizes, of all points of these curves. Curves of one result are neighbors.
std::vector<ResultCurve> result_curves(const std::vector<Curve>& curves);

/// One chart per workload and result.
std::vector<Chart> result_plots(const std::vector<ResultCurve>& curves);

/// For each workload, a section with a table per result and the laws of its times; empty without curves.
std::vector<Section> result_sections(const std::vector<ResultCurve>& curves);

/// The laws and knees of the times of the first curves.
std::vector<Conclusion> result_conclusions(const std::vector<ResultCurve>& curves);

} // namespace loop::report
