#pragma once

#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Splits a file into tokens, whose brackets are matched. Accepts any bytes. The result refers to the text of
/// `source`.
Lexed lex(const Source& source);

} // namespace loop::compiler
