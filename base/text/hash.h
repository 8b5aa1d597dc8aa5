#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loop {

/// The 64-bit FNV-1a hash, which identifies a version of a text. Not for security.
std::uint64_t hash_of(std::string_view text);

/// The same as 16 hexadecimal digits.
std::string content_hash(std::string_view text);

} // namespace loop
