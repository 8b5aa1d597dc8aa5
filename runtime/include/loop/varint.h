#pragma once

#include <cstdint>
#include <string>

// LEB128: seven bits per byte, the lowest ones first; all bytes but the last one have their highest bit set.
// The encoding of numbers in traces, in the data of pages, and in protocol buffers. Without allocation,
// except for those functions that append to a string.
namespace loop {

// Numbers near 0 become small, whatever their sign.
constexpr std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}

constexpr std::int64_t from_zigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

// Calls `put` with each byte, at most 10 of them.
template <class Put>
void put_varint(std::uint64_t value, Put&& put) {
    for (; value >= 0x80; value >>= 7)
        put(static_cast<char>(value | 0x80));
    put(static_cast<char>(value));
}

inline void add_varint(std::string& text, std::uint64_t value) {
    put_varint(value, [&](char byte) { text += byte; });
}

inline void add_signed_varint(std::string& text, std::int64_t value) {
    add_varint(text, zigzag(value));
}

// Reads a number, and moves `at` behind it. Reads at most 10 bytes, also of damaged data: the caller provides
// as many.
inline std::uint64_t read_varint(const unsigned char*& at) {
    std::uint64_t value = *at++;
    if (value < 0x80) return value;
    value &= 0x7f;
    for (unsigned shift = 7; shift < 70; shift += 7) {
        const std::uint64_t byte = *at++;
        if (shift < 64) value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
    }
    return value;
}

inline std::int64_t read_signed_varint(const unsigned char*& at) {
    return from_zigzag(read_varint(at));
}

} // namespace loop
