#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Untrusted text: names in files, output of other programs. Pure functions.
namespace loop {

/// Valid UTF-8 without control characters and without marks that turn the direction of writing: each becomes
/// U+FFFD, so that no text controls the terminal. Line ends and tabs stay where `lines` says so.
std::string clean_text(const std::string& text, bool lines = false);

/// How many columns of a terminal UTF-8 text takes; wide characters count as one.
std::size_t display_width(const std::string& text);

/// At most `width` columns, the end replaced by "..." where it is longer.
std::string shortened(const std::string& text, std::size_t width);

/// Bytes that are not printable ASCII as `\x1b`.
std::string with_escapes(std::string_view text);

/// `text` as part of a one-line C++ comment: it cannot end or continue the line.
std::string in_comment(std::string_view text);

} // namespace loop
