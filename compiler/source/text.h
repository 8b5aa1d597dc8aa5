#pragma once

#include <string_view>

namespace loop::compiler {

/// The characters between words and lines.
inline constexpr std::string_view whitespace = " \t\r\n\v\f";

/// The blanks and tabs with which a text begins.
inline std::string_view indentation(std::string_view text) {
    return text.substr(0, text.find_first_not_of(" \t"));
}

} // namespace loop::compiler
