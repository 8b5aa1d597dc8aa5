#pragma once

#include <cstdint>
#include <string_view>

namespace loop {

// FNV-1a: the checksum of the files that the runtime writes.
constexpr std::uint64_t fnv1a64(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325u) {
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

} // namespace loop
