#include "base/locality/scan.h"

#include "base/text/clean.h"

namespace loop::locality {
namespace {

constexpr std::size_t shown_bytes = 40;

unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return 99;
}

} // namespace

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

void skip_blanks(std::string_view& text) {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
}

bool take_number(std::string_view& text, unsigned base, std::uint64_t& number) {
    std::size_t digits = 0;
    number = 0;
    for (; digits < text.size(); ++digits) {
        const unsigned value = digit_value(text[digits]);
        if (value >= base) break;
        if (__builtin_mul_overflow(number, std::uint64_t{base}, &number) ||
            __builtin_add_overflow(number, std::uint64_t{value}, &number))
            return false;
    }
    text.remove_prefix(digits);
    return digits != 0;
}

bool take_prefixed_number(std::string_view& text, std::uint64_t& number) {
    const bool is_hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (is_hexadecimal) text.remove_prefix(2);
    return take_number(text, is_hexadecimal ? 16 : 10, number);
}

std::string beginning(std::string_view line) {
    return with_escapes(line.substr(0, shown_bytes)) + (line.size() > shown_bytes ? "..." : "");
}

} // namespace loop::locality
