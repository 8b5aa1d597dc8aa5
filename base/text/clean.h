#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Texts that anyone may have written: names in files, words of other programs. Pure.
namespace loop {

/// Valid UTF-8 without control characters and without marks that turn the direction of writing: each becomes
/// U+FFFD, so that no text steers a reader's screen. Line ends and tabs stay where `lines` says so.
std::string clean_text(const std::string& text, bool lines = false);

/// How many columns of a terminal UTF-8 text takes; wide characters count as one.
std::size_t display_width(const std::string& text);

/// At most `width` columns, the end replaced by "..." where it is longer.
std::string shortened(const std::string& text, std::size_t width);

/// Bytes that are not printable ASCII as `\x1b`.
std::string with_escapes(std::string_view text);

/// `text` as a part of a comment of one line of C++: nothing in it ends or continues the line.
std::string in_comment(std::string_view text);

} // namespace loop
