#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// The law of data that are read in blocks: each block has a start-up time, and each word a time of its own.
namespace loop::statistics {

/// The time per word of a block of x words: (startup / x + each), times the factor of each step below x.
struct StartupLaw {
    double startup = 0, each = 0;
    std::vector<double> changes; ///< the logarithms of the steps' factors, in the order of the steps
    double squares = 0;          ///< the sum of the squared differences of logarithms
    std::size_t spare = 0;       ///< points minus parameters
    /// The variance of the last change, if the logarithm of each value has a variance of 1.
    double last_variance = 0;

    /// Without its steps.
    double at(double x) const { return startup / x + each; }
};

/// Fits the law by least squares of logarithms. A step changes all values whose x is larger than it. x and y
/// have equal lengths, and must be above 0. Empty if there are fewer points than parameters, or if the points
/// do not determine them.
std::optional<StartupLaw> fit_startup_law(const std::vector<double>& x, const std::vector<double>& y,
                                          const std::vector<double>& steps);

} // namespace loop::statistics
