#pragma once

#include "report/compare/candidate.h"

namespace loop::report {

/// Reads a table of published times. Its columns are `workload`, `processors`, optionally `problem_size` and
/// `iterations`, and one column NAME_s per machine with seconds as printed; an empty cell has no value.
/// Throws FormatError with the line.
std::vector<Candidate> published_candidates(const std::string& csv, const std::string& origin);

/// Returns half a unit of the last printed digit: 0.0005 for "0.282", 50 for "1.5e3".
double half_unit(const std::string& printed);

/// Returns the smallest and the largest possible ratio of two rounded times.
std::pair<double, double> quotient_limits(double seconds, double half, double base_seconds, double base_half);

} // namespace loop::report
