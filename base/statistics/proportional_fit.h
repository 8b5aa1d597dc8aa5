#pragma once

#include <cstddef>
#include <optional>
#include <vector>

/// Sums of known parts of unknown amounts, measured with errors that are fractions of the values.
namespace loop::statistics {

/// value = sum over k of part[k] * amounts[k], times 1 plus an error whose standard deviation is `scatter`.
struct ProportionalFit {
    std::vector<double> amounts;
    std::vector<double> errors; ///< the standard error of each amount
    double scatter = 0;
    std::size_t spare = 0; ///< values minus amounts

    /// The value that the amounts give.
    double at(const std::vector<double>& parts) const;
};

/// Fits the amounts by least squares of relative differences. An amount may become negative: then the values
/// do not tell it from 0. `parts` has a row for each of the `values`, which must be above 0; all rows are
/// equally long. Empty if there are not more values than amounts, or if the values do not determine them.
std::optional<ProportionalFit> fit_proportional(const std::vector<std::vector<double>>& parts,
                                                const std::vector<double>& values);

} // namespace loop::statistics
