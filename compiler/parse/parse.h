#pragma once

#include "compiler/ast/ast.h"

namespace loop::compiler {

/// Finds the constructs of `source`. Accepts any bytes; time and memory are linear in their number. No other
/// interface uses ANTLR.
ast::File parse(const Source& source);

} // namespace loop::compiler
