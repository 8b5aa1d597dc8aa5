#pragma once

#include "report/read/run.h"

#include <string>
#include <utility>
#include <vector>

namespace loop::report {

/// The beginning of the names of these facts.
constexpr const char* model_fact = "model: ";

/// The numbers of a simulated machine's model, by name: settings of the simulator, rates of computation, and
/// latency, bandwidth, and speed in its platform file. Empty for a real machine.
std::vector<std::pair<std::string, std::string>> model_facts(const RunRecord& run);

} // namespace loop::report
