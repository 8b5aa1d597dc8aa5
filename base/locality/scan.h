#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Reads pieces of lines from the front of a text. No side effects.
namespace loop::locality {

bool is_blank(char c);
void skip_blanks(std::string_view& text);

/// Removes the leading digits from `text`. Returns false if there are none, or if the number does not fit in
/// 64 bits.
bool take_number(std::string_view& text, unsigned base, std::uint64_t& number);
/// The same for a decimal number, or a hexadecimal one with `0x` before it.
bool take_prefixed_number(std::string_view& text, std::uint64_t& number);

/// The beginning of a line, for messages: cannot control the terminal.
std::string beginning(std::string_view line);

} // namespace loop::locality
