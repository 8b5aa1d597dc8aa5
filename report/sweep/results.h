#pragma once

#include "base/text/json.h"
#include "report/sweep/curves.h"

/// The results of a sweep for programs: schema "loop-sweep-results/1" and two tables
/// (docs/sweeps.md).
namespace loop::report {

Json sweep_results(const Sweep& sweep, const std::vector<Curve>& curves);

/// One line per launch, with raw seconds.
std::string samples_csv(const Sweep& sweep);
/// One line per point.
std::string points_csv(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
