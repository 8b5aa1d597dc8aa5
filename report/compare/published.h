#pragma once

#include "report/compare/candidate.h"

namespace loop::report {

/// A table of published times: columns `workload`, `processors`, and as far as there are `problem_size` and
/// `iterations`, then one column NAME_s a machine, seconds as printed; an empty cell is no value. FormatError
/// with the line.
std::vector<Candidate> published_candidates(const std::string& csv, const std::string& origin);

/// Half of the unit of the last printed digit: 0.0005 for "0.282", 50 for "1.5e3".
double half_unit(const std::string& printed);

/// The quotients that are possible where both times are rounded.
std::pair<double, double> quotient_limits(double seconds, double half, double base_seconds, double base_half);

} // namespace loop::report
