#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Looks up each construct in the table, determines its head (name, arguments, and for some constructs an
/// iterator, a list of names, or a semicolon), and binds its arguments to parameters. Reports unknown
/// constructs and leaves them out. `tokens`: those of the source.
std::vector<Construct> resolve_heads(const ast::File& file, const Source& source, const TokenList& tokens,
                                     Diagnostics& diagnostics);

} // namespace loop::compiler
