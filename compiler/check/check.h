#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Judges what the parser saw and gives the program that the emitter writes. Without errors the program is
/// complete.
Program check(const ast::File& file, const Source& source, Diagnostics& diagnostics);

} // namespace loop::compiler
