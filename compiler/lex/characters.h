#pragma once

/// For text that is not code: what is typed in an editor, and generated C++.
namespace loop::compiler {

/// A letter, `_`, or a byte of a character beyond ASCII.
constexpr bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// A character of a name or of a whole number.
constexpr bool continues_name(char c) {
    return begins_name(c) || (c >= '0' && c <= '9');
}

} // namespace loop::compiler
