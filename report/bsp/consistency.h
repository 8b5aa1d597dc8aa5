#pragma once

#include "report/bsp/prediction.h"
#include "report/read/run.h"

#include <string>
#include <vector>

/// Whether what a report says about r, g, and l agrees with itself.
namespace loop::report::bsp {

/// One sentence for each of these conditions that a run violates, in any launch:
/// - g and l of \BSPBENCH are those of the line through its h-relations, and in flop r times as large;
/// - s of \BSPPROBE is the mean of its two rates, and g infinity and n-half are those of its block sizes.
/// Values that are missing cannot violate a condition.
std::vector<std::string> contradictions(const RunRecord& run);

/// The same for a prediction: the parts sum to the predicted time, and measured / predicted is their
/// quotient.
std::vector<std::string> contradictions(const MachineTable& prediction);

} // namespace loop::report::bsp
