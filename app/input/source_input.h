#pragma once

#include "app/output/terminal.h"
#include "compiler/compiler.h"
#include "runner/build/toolchain.h"
#include "runner/system/installation.h"

#include <filesystem>
#include <string>

namespace loop::app {

/// Reads a `.loop` file, or stdin for `-`. Throws Failure (InputOutput) if it cannot be read, and (Usage) if
/// its name has control characters, which messages and `#line` cannot contain.
compiler::Source read_source(const std::string& file);

/// Reads a file, or the predefined workload with that name. Throws Failure (Usage) with the nearest name if
/// there is neither.
compiler::Source read_workload(const std::string& target, const runner::Installation& installation);

/// The same program with a name without folders, so that a bundle does not depend on the location of its
/// input.
compiler::Source without_folder(const compiler::Source& source);

/// The folder of the program's quoted headers.
std::filesystem::path header_folder(const compiler::Source& source);

/// Throws Failure (Usage) if `output` is the file that `target` is read from, also under another name or
/// through a link.
void refuse_source_as_output(const std::string& target, const std::string& output);

/// Whether remarks are printed, too: for whoever asks what may be wrong with a program.
enum class Remarks { Hidden, Shown };

/// Compiles, and prints problems to stderr. The result may have errors; see `ok()`.
compiler::Compilation compile_and_report(compiler::Source source, const Terminal& terminal,
                                         compiler::Target target = compiler::Target::Runtime,
                                         Remarks remarks = Remarks::Hidden);

/// The same for a source that will be built: throws Failure (SourceErrors) if it has errors.
compiler::Compilation compile_or_fail(compiler::Source source, const Terminal& terminal,
                                      compiler::Target target = compiler::Target::Runtime);

/// A logger that prints the runner's messages; `terminal` must outlive it.
runner::Logger logger_to(const Terminal& terminal);

} // namespace loop::app
