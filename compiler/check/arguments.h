#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/lex/code.h"

namespace loop::compiler {

/// Binds the arguments as written to the parameters of the construct: by position first, then by name.
/// Reports arguments that are missing, surplus, unknown, given twice, or of the wrong kind, and constants
/// that are out of range. `tokens`: those of the source.
void bind_arguments(const ast::Construct& seen, Construct& construct, const Source& source,
                    const TokenList& tokens, Diagnostics& diagnostics);

/// Returns the value of an integer constant such as `-3` or `(4)`, or nullopt for other code.
std::optional<long long> integer_constant(const Code& code);

} // namespace loop::compiler
