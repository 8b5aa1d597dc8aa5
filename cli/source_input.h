#pragma once

#include "cli/terminal.h"
#include "compiler/compiler.h"
#include "runner/build/toolchain.h"
#include "runner/system/installation.h"

#include <string>

namespace loop::cli {

/// A `.loop` file, or stdin for `-`. Failure (InputOutput) if it cannot be read, (Usage) for a name with
/// control characters, which no message and no `#line` can hold.
compiler::Source read_source(const std::string& file);

/// A file, or the predefined workload of that name. Failure (Usage) with the nearest name when there is
/// neither.
compiler::Source read_workload(const std::string& target, const runner::Installation& installation);

/// Failure (Usage) if `output` is the file that `target` is read from, by whatever name or link.
void refuse_source_as_output(const std::string& target, const std::string& output);

/// Compiles and prints the problems to stderr; see `ok()`.
compiler::Compilation compile_and_report(compiler::Source source, const Terminal& terminal);

/// The same for what is going to be built: throws Failure (SourceErrors) unless it is ok.
compiler::Compilation compile_or_fail(compiler::Source source, const Terminal& terminal);

/// For what the runner says while it works; `terminal` must outlive it.
runner::Logger logger_to(const Terminal& terminal);

} // namespace loop::cli
