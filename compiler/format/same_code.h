#pragma once

#include <cstddef>
#include <string_view>

namespace loop::compiler {

enum class Comments {
    Exact,
    Words, ///< without whitespace, slashes, and stars: tools may fill their lines anew
};

/// Compares two texts as sequences of words, numbers, strings, comments, and punctuation, whatever the
/// whitespace between them. Returns the offset in `b` where they first differ, or npos if they do not.
std::size_t first_difference(std::string_view a, std::string_view b, Comments comments = Comments::Exact);

} // namespace loop::compiler
