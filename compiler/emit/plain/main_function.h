#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/edits.h"

namespace loop::compiler {

/// Lets `main` read the command line before anything else: it gets parameters if it has none, and its body
/// begins with the table of the program's arguments and the values of the `\PARAM`s outside functions.
/// Requires `early_parameters` to be false.
void write_main(const Program& program, Edits& edits);

/// A variable whose initialization reads the command line, for programs that need their parameters before
/// `main`.
std::string early_arguments(const Program& program);

} // namespace loop::compiler
