#pragma once

#include "base/formats/run_record.h"

#include <string>
#include <vector>

namespace loop::report {

/// Ranks that died by a signal in the same functions.
struct Stack {
    std::vector<int> ranks;
    std::vector<std::string> functions; ///< "f(int) at ring.loop:12", innermost first
};

/// Of the first launch in which ranks died by a signal; empty if there is none.
std::vector<Stack> stacks_of(const formats::RunRecord& run);

} // namespace loop::report
