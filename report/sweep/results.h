#pragma once

#include "base/text/json.h"
#include "report/sweep/curves.h"

/// What a sweep has found, for programs: schema "loop-sweep-results/1" and two tables
/// (docs/campaign-format.md).
namespace loop::report {

Json sweep_results(const Sweep& sweep, const std::vector<Curve>& curves);

/// Every launch, one line each; seconds are raw.
std::string samples_csv(const Sweep& sweep);
/// Every point, one line each.
std::string points_csv(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
