#pragma once

#include "compiler/ast/ast.h"
#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Parses the heads of constructs. Accepts any tokens; time and memory are linear in their number. No other
/// interface uses ANTLR.
ast::File parse(const Lexed& lexed);

} // namespace loop::compiler
