#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

/// The law T(P) = a + b / min(P, `most`) of work of which no more ranks than `most` have a part.
struct LimitedLaw {
    double squares = 0; ///< of the relative deviations, summed
    double largest_deviation = 0;
};

/// The one that fits best to these times, by least squares of the relative deviations. `times`: numbers of
/// ranks and seconds, all above 0. Nothing if no P is less than `most`, so that a and b are one.
std::optional<LimitedLaw> limited_law(const std::vector<std::pair<double, double>>& times, double most);

} // namespace loop::report
