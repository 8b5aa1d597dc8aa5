#pragma once

#include "report/read/run.h"

#include <string>

namespace loop::cli {

/// The word after `option` in the command that repeats a run; "" if the command has no such option. What
/// follows `--`, the command of a recorded program, is left alone.
std::string repeated_option(const report::RunRecord& record, const std::string& option);

} // namespace loop::cli
