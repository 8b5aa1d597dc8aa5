#pragma once

#include <string>
#include <vector>

/// Labels of an axis. Gnuplot labels only powers of ten on a logarithmic axis, so that a curve within one
/// power of ten would have one label or none.
namespace loop::report {

/// Returns round values from `low` to `high`: at least three, unless both are equal, and at most about ten.
/// `logarithmic` requires `low` above 0.
std::vector<double> tic_values(double low, double high, bool logarithmic);

/// The same as gnuplot's list: "('0.5' 0.5, '1' 1)".
std::string tic_list(const std::vector<double>& values);
std::string tic_list(const std::vector<std::pair<std::string, double>>& labels);

} // namespace loop::report
