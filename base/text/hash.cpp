#include "base/text/hash.h"

#include <loop/fnv.h>

#include <fmt/format.h>

namespace loop {

std::uint64_t hash_of(std::string_view text) {
    return fnv1a64(text);
}

std::string content_hash(std::string_view text) {
    return fmt::format("{:016x}", hash_of(text));
}

} // namespace loop
