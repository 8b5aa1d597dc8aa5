#pragma once

#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Matches the brackets of a file, also across the branches of `#if`, and finds the block of each token. The
/// brackets in a construct's arguments are matched with each other only. Call once, before the parser.
void match_brackets(Lexed& lexed);

} // namespace loop::compiler
