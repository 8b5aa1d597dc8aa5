#pragma once

#include "compiler/ast/ast.h"
#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

namespace loop::compiler {

Range range_of(const antlr4::Token& token);
/// The bytes that a rule has matched; empty if it matched none.
Range range_of(const antlr4::ParserRuleContext& context);

/// The token, if a child of a rule is one, and not another rule; else nullptr.
const antlr4::Token* token_of(antlr4::tree::ParseTree* child);

/// The head of the construct with which a rule begins.
ast::Construct read_head(const antlr4::ParserRuleContext& context, const Lexed& lexed);

} // namespace loop::compiler
