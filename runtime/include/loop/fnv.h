#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loop {

// The 64-bit FNV-1a hash: the checksum of the files that the runtime writes, and of versions of texts. Not
// for security.
constexpr std::uint64_t fnv_of_nothing = 0xcbf29ce484222325u;

// Adds a byte to a hash; or a number, which counts as one byte.
constexpr std::uint64_t fnv1a64_with(std::uint64_t hash, std::uint64_t byte) {
    return (hash ^ byte) * 0x100000001b3u;
}

// `hash`: that of the bytes before these.
constexpr std::uint64_t fnv1a64(std::string_view bytes, std::uint64_t hash = fnv_of_nothing) {
    for (const char byte : bytes)
        hash = fnv1a64_with(hash, static_cast<unsigned char>(byte));
    return hash;
}

// The same of `count` bytes.
inline std::uint64_t fnv1a64(const unsigned char* bytes, std::size_t count) {
    return fnv1a64({reinterpret_cast<const char*>(bytes), count});
}

} // namespace loop
