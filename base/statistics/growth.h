#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// How a positive quantity, such as a time, grows along a numeric axis: a law, or several with knees between
/// them.
namespace loop::statistics {

/// The values at one place of the axis. Both must be above 0.
struct GrowthPoint {
    double x = 0;
    std::vector<double> samples;
};

enum class GrowthForm {
    Linear,      ///< y = a + b x, as Hockney's law of messages: start-up time and bytes
    Power,       ///< y = a x^b
    OffsetPower, ///< y = a + b x^c, as a fixed cost and a work that grows as a power; only without knees
    Valley       ///< y = a + b x + c / x, as a cost per block and the size of blocks; only without knees
};

struct GrowthLaw {
    GrowthForm form = GrowthForm::Power;
    double a = 0, b = 0;
    /// Bootstrap intervals of 95 %; empty if a point has fewer than 3 values.
    std::optional<std::pair<double, double>> a_interval, b_interval;
    double largest_deviation = 0;    ///< of a median from the law, as a fraction of the median
    std::size_t first = 0, last = 0; ///< the points that it describes
    double c = 1;                    ///< of OffsetPower and Valley
    std::optional<std::pair<double, double>> c_interval{};      ///< the only one of OffsetPower
    double lowest = 0;                                          ///< of Valley: where it is least
    std::optional<std::pair<double, double>> lowest_interval{}; ///< the only one of Valley

    double at(double x) const;
};

/// A place where the law changes.
struct Knee {
    std::size_t below = 0, above = 0; ///< the last point of a law, and the first one of the next
    double jump = 1; ///< the next law divided by the law below, at the first point of the next
    double bend = 1; ///< slope (Linear) or exponent (Power) of the next law, divided by that of the law below
};

/// Laws with knees have the same form; there is one knee less than laws.
struct Growth {
    std::vector<GrowthLaw> laws;
    std::vector<Knee> knees;
};

/// Fits both forms with at most 3 knees by least squares of the relative deviations, and returns the form and
/// the knees with the least sum of squares plus a charge for each parameter (Schwarz 1978). Each deviation
/// counts in units of the scatter of its point, at least 5 %. A knee must be visible (a jump of 10 %, or a
/// slope that changes by half), and the samples must show it: the bootstrap interval of the jump (99 %)
/// excludes 1, or those of the slopes do not overlap. So there are no knees if a point has fewer than 3
/// values. One law of the form OffsetPower or Valley replaces them if its sum, with a charge for one more
/// parameter, is smaller: a smooth curve has no knees. The points must be ascending, and all values above 0.
/// Empty for fewer than 3 points.
std::optional<Growth> growth_of(const std::vector<GrowthPoint>& points);

} // namespace loop::statistics
