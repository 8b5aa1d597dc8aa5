#pragma once

#include <cstddef>
#include <string_view>

namespace loop::runner {

constexpr std::size_t most_toml_levels = 256;

/// The line of a TOML text in which tables and arrays become nested more than most_toml_levels deep; 0 if
/// there is none. The library limits the nesting of brackets only, and its recursion over the tables of a
/// dotted key
/// (`a.a.a = 1`, `[a.a.a]`) has no limit.
std::size_t too_deep_line(std::string_view text);

} // namespace loop::runner
