#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// The lexical rules of C++ that all parts of the compiler share: where a word, number, string, or comment
/// ends. Each skip function takes the text and the offset at which the piece begins, and returns the offset
/// after it. An unterminated piece ends with the text, an unterminated string with the line.
namespace loop::compiler::cxx {

inline constexpr std::string_view spaces = " \t\r\n\v\f";

/// A letter, `_`, or a byte of a character beyond ASCII.
constexpr bool word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool word_part(char c) {
    return word_start(c) || (c >= '0' && c <= '9');
}

std::size_t skip_word(std::string_view text, std::size_t at);
std::size_t skip_number(std::string_view text, std::size_t at);
/// A string or character constant, which may lack its closing quote.
struct Quoted {
    std::size_t end;
    bool closed;
};
Quoted read_quoted(std::string_view text, std::size_t at);
/// A string or character constant; `at` is its quote.
std::size_t skip_quoted(std::string_view text, std::size_t at);
/// A raw string; `at` is its quote. Returns npos if no raw string begins there.
std::size_t skip_raw(std::string_view text, std::size_t at);
std::size_t skip_line_comment(std::string_view text, std::size_t at);
std::size_t skip_block_comment(std::string_view text, std::size_t at);
/// A comment. Returns `at` if no comment begins there.
std::size_t skip_comment(std::string_view text, std::size_t at);
/// Whitespace and line splices.
std::size_t skip_spaces(std::string_view text, std::size_t at);
/// Whitespace, comments, and line splices.
std::size_t skip_blank(std::string_view text, std::size_t at);
/// A word, number, string, raw string, or character constant; or else one character.
std::size_t skip_piece(std::string_view text, std::size_t at);
/// What is in brackets; `at` is the opening one, of any kind. The end is the text's if none closes it.
std::size_t skip_brackets(std::string_view text, std::size_t at);
/// Whether a word is the prefix of a raw string.
bool raw_prefix(std::string_view word);
/// Whether a piece that begins like a word is a raw string.
bool is_raw(std::string_view piece);
/// Length of a typographic double quote in UTF-8 at `at`, or 0.
std::size_t typographic_quote(std::string_view text, std::size_t at);

/// Returns the code without comments, on one line.
std::string flatten(std::string_view code);

/// The blanks and tabs with which a text begins.
std::string_view indentation(std::string_view text);

/// Returns the text without whitespace at both ends.
std::string_view trim(std::string_view text);

} // namespace loop::compiler::cxx
