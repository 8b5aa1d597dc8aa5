#pragma once

#include "report/bsp/fit.h"
#include "report/read/run.h"

#include <optional>
#include <string>
#include <vector>

/// The results of one \BSPBENCH or \BSPPROBE call of a run, by their tags. `call` is its argument NAME.
namespace loop::report::bsp {

const ResultValue* result(const RunRecord& run, const std::string& call, const ResultKind& kind);
/// The median over launches.
std::optional<double> median_result(const RunRecord& run, const std::string& call, const ResultKind& kind);
/// One value per launch that has one.
std::vector<double> launch_results(const RunRecord& run, const std::string& call, const ResultKind& kind);

/// The names of the calls with series of this kind, in the order of their first appearance.
std::vector<std::string> calls_with(const RunRecord& run, const ResultKind& kind);
/// The names of the values of a call's series of this kind, in the order of their first appearance.
std::vector<std::string> series_names(const RunRecord& run, const std::string& call, const ResultKind& kind);
/// The series of this kind whose values are named `y`, of each launch that has it; "": any. `us` holds the
/// values, in their own unit, with the quartiles of their batches if these were recorded.
std::vector<Points> launch_series(const RunRecord& run, const std::string& call, const ResultKind& kind,
                                  const std::string& y = "");

} // namespace loop::report::bsp
