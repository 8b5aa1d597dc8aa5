#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Checks the parsed file and returns the program for the emitter. The program is complete if no errors were
/// reported.
Program check(const ast::File& file, const Source& source, Diagnostics& diagnostics);

} // namespace loop::compiler
