#pragma once

#include "compiler/lex/lexer.h"

#include <cstddef>

namespace loop::compiler {

/// Reads the preprocessor directive whose `#` is at `at`, and adds what it says. Returns the end of the
/// directive: the end of its line, unless a backslash or a block comment continues it on the next line.
std::size_t lex_directive(Lexed& lexed, std::size_t at);

/// The end of the comment at `at`, which is noted if it never ends; `at` if there is none.
std::size_t lex_comment(Lexed& lexed, std::size_t at);
/// The end of the word, raw string, or number at `at`. A raw string that never ends is noted.
std::size_t lex_piece(Lexed& lexed, std::size_t at);

/// Whether a piece that begins like a word is a raw string.
bool is_raw(std::string_view piece);

} // namespace loop::compiler
