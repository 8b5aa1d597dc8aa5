#pragma once

#include <cstdint>
#include <string>

/// LEB128: seven bits per byte, the lowest ones first.
namespace loop::report {

inline void add_varint(std::string& column, std::uint64_t value) {
    while (value >= 0x80) {
        column += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    column += static_cast<char>(value);
}

/// Zigzag-encoded: numbers near 0 are short, whatever their sign.
inline void add_signed(std::string& column, std::int64_t value) {
    add_varint(column, static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

} // namespace loop::report
