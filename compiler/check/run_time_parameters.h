#pragma once

#include "compiler/check/checks.h"

#include <string_view>
#include <vector>

namespace loop::compiler {

/// Which of the run-time parameters `size` and `iterations`, which every program accepts, the program uses,
/// as far as its text shows: a construct needs the size for an argument that is left out; something reads the
/// variable in which `\OPEN0` stores it; the word `iterations` occurs. The runtime notices the calls of
/// `loop::problem_size` and `loop::iterations`, also those in headers.
std::vector<std::string_view> run_time_parameters(const CheckContext& context);

} // namespace loop::compiler
