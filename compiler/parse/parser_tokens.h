#pragma once

#include "compiler/lex/tokens.h"

#include <antlr4-runtime.h>

#include <memory>
#include <vector>

namespace loop::compiler {

/// The tokens that the parser reads, up to EOF: those of the file without brackets that are not balanced,
/// some with the types that grammar/LoopParser.g4 adds.
std::vector<std::unique_ptr<antlr4::Token>> parser_tokens(const Lexed& lexed);

} // namespace loop::compiler
