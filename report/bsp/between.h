#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Values for a number of ranks that was not measured.
namespace loop::report::bsp {

/// The value at `ranks` of the power law through two points: y = a p^b. A straight line, but not below 0, if
/// a value is not above 0.
double between(double ranks, std::pair<double, double> one, std::pair<double, double> other);

/// Two numbers of ranks, the lower one first.
struct Pair {
    int below = 0, above = 0;

    bool contains(int ranks) const { return below <= ranks && ranks <= above; }
    /// "interpolated between 2 and 8 ranks", "extrapolated from 2 and 4 ranks".
    std::string text(int ranks) const;
};
/// The two of these numbers next to `ranks`: around it, or else the two nearest. Only numbers above 1 count.
/// Nothing if there are not two different ones.
std::optional<Pair> pair_near(std::vector<int> numbers, int ranks);

} // namespace loop::report::bsp
