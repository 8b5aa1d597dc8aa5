#include "base/text/hash.h"

#include <fmt/format.h>

namespace loop {

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (unsigned char byte : text)
        hash = (hash ^ byte) * 0x100000001b3u;
    return hash;
}

std::string content_hash(std::string_view text) {
    return fmt::format("{:016x}", hash_of(text));
}

} // namespace loop
