#pragma once

#include "compiler/ast/ast.h"
#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Parses constructs and statements. Accepts any tokens.
ast::File parse(const Lexed& lexed);

} // namespace loop::compiler
