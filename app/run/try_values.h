#pragma once

#include "app/output/terminal.h"
#include "compiler/compiler.h"
#include "runner/run/run.h"

#include <string>
#include <utility>
#include <vector>

namespace loop::app {

/// The argument of `--try`, such as `bytes=1,1k,1m`: a parameter and its values. In values of whole numbers,
/// k, m, and g multiply by 1024, 1024^2, and 1024^3. Throws Failure (Usage) if the program has no such
/// parameter or a value does not fit.
std::pair<std::string, std::vector<std::string>> parse_tried(const std::string& text,
                                                             const runner::Settings& settings,
                                                             const compiler::ProgramSummary& program);

/// Runs the program with one value of a parameter after the other until a run fails, and prints one line per
/// value. Keeps only the folder of the run that fails. Returns its exit code, or 0.
int try_values(const std::string& text, const compiler::Compilation& compilation,
               const runner::Installation& installation, const runner::RunRequest& request,
               const Terminal& terminal);

} // namespace loop::app
