#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Functions for untrusted text: names in files, output of other programs.
namespace loop {

/// Returns valid UTF-8 in which control characters, bidirectional marks, and invalid bytes are replaced by
/// U+FFFD, so that the text cannot control the terminal. Keeps line ends and tabs if `lines`.
std::string clean_text(const std::string& text, bool lines = false);

/// The width of UTF-8 text on a terminal, in columns; wide characters count as one.
std::size_t display_width(const std::string& text);

/// The text if it fits in `width` columns, else its beginning and "...".
std::string shortened(const std::string& text, std::size_t width);

/// Returns the text with each byte that is not printable ASCII as an escape such as `\x1b`.
std::string with_escapes(std::string_view text);

/// Returns `text` for use in a one-line C++ comment, without anything that could end or continue the line.
std::string in_comment(std::string_view text);

} // namespace loop
