#pragma once

#include "compiler/ast/ast.h"
#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

namespace loop::compiler {

/// What the tree of a file (the rule `file` of grammar/LoopParser.g4) says. `lexed`: the tokens of the file.
ast::File read_tree(antlr4::ParserRuleContext* root, const Lexed& lexed);

} // namespace loop::compiler
