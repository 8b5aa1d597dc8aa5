#pragma once

#include "compiler/lex/tokens.h"

#include <string_view>

namespace loop::compiler {

/// Splits a file into tokens, whose brackets are matched. Accepts any bytes. The result refers to the text of
/// `source`.
Lexed lex(const Source& source);

/// Splits a piece of code, or a file as if it had no preprocessor: a `#` is a token, and begins no directive.
/// Accepts any bytes. Brackets are not matched. The result refers to `text`.
Lexed lex_code(std::string_view text);

} // namespace loop::compiler
