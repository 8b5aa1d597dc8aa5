#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Looks every construct up in the table, decides which text is its head (name, arguments, and for some
/// constructs an iterator, a list of names or a semicolon) and binds its arguments to parameters. Unknown
/// constructs are reported and left out.
std::vector<Construct> resolve_heads(const ast::File& file, const Source& source, Diagnostics& diagnostics);

} // namespace loop::compiler
