#include "base/text/clean.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

namespace loop {

namespace {

constexpr const char* replacement = "\xEF\xBF\xBD";

struct Character {
    std::uint32_t code = 0;
    std::size_t length = 0; ///< 0: the bytes are not valid UTF-8
};

Character character_at(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return {};
    std::uint32_t code = first & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[length] || surrogate || code > 0x10FFFF ? Character{} : Character{code, length};
}

bool is_direction_mark(std::uint32_t code) {
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool is_harmless(std::uint32_t code, bool lines) {
    if (code == '\n' || code == '\t') return lines;
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    return !control && !is_direction_mark(code) && code != 0xFFFE && code != 0xFFFF;
}

bool begins_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

} // namespace

std::string clean_text(const std::string& text, bool lines) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        if (character.length > 0 && is_harmless(character.code, lines))
            result.append(text, at, character.length);
        else if (!(lines && character.code == '\r'))
            result += replacement;
        at += std::max<std::size_t>(character.length, 1);
    }
    return result;
}

std::size_t display_width(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        // ANSI color codes have no width.
        if (text[i] == '\033')
            i = std::min(text.find('m', i), text.size());
        else
            width += begins_character(text[i]) ? 1 : 0;
    }
    return width;
}

std::string shortened(const std::string& text, std::size_t width) {
    const std::string clean = clean_text(text);
    if (display_width(clean) <= width) return clean;
    std::string result;
    std::size_t used = 0;
    for (const char c : clean) {
        if (begins_character(c) && ++used + 3 > width) break;
        result += c;
    }
    return result + "...";
}

std::string with_escapes(std::string_view text) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        shown += byte < 0x20 || byte > 0x7e ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
    return shown;
}

std::string in_comment(std::string_view text) {
    std::string safe;
    for (char c : text) {
        const bool begins_trigraph = c == '?' && !safe.empty() && safe.back() == '?';
        safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\\' || begins_trigraph ? '_' : c;
    }
    return safe;
}

} // namespace loop
