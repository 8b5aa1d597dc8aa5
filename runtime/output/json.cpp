#include "output/json.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace loop::runtime {
namespace {

using Byte = unsigned char;

// Returns the length of the UTF-8 sequence at `at`; 0 if it is invalid (overlong, a surrogate, or beyond
// U+10FFFF).
std::size_t sequence_length(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<Byte>(text[at + i]) : Byte{0};
    };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    const Byte first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool bad = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f);
        return !bad && follows(1) && follows(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool bad = (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f);
        return !bad && follows(1) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

std::string escaped(Byte c) {
    if (c == '"') return "\\\"";
    if (c == '\\') return "\\\\";
    if (c >= 0x20 && c != 0x7f) return std::string(1, static_cast<char>(c));
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(c));
    return text;
}

std::string number_text(double value) {
    if (std::isnan(value)) return "\"nan\"";
    if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    std::string result = text;
    std::replace(result.begin(), result.end(), ',',
                 '.'); // %g follows LC_NUMERIC, which host code may have set
    return result;
}

} // namespace

void Json::separate() {
    if (!line_.empty() && line_.back() != '{' && line_.back() != '[') line_ += ',';
}

void Json::quote(const std::string& value) {
    line_ += '"';
    for (std::size_t i = 0; i < value.size();) {
        const std::size_t length = sequence_length(value, i);
        if (length == 0) line_ += "\xef\xbf\xbd";
        if (length == 1) line_ += escaped(static_cast<Byte>(value[i]));
        if (length > 1) line_ += value.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    line_ += '"';
}

void Json::key(const char* name) {
    separate();
    quote(name);
    line_ += ':';
}

Json& Json::put(const std::string& piece) {
    line_ += piece;
    return *this;
}

Json& Json::open_object() {
    separate();
    return put("{");
}
Json& Json::open_object(const char* name) {
    key(name);
    return put("{");
}
Json& Json::close_object() {
    return put("}");
}
Json& Json::open_list(const char* name) {
    key(name);
    return put("[");
}
Json& Json::close_list() {
    return put("]");
}
Json& Json::text(const char* name, const std::string& value) {
    key(name);
    quote(value);
    return *this;
}
Json& Json::integer(const char* name, long long value) {
    key(name);
    return put(std::to_string(value));
}
Json& Json::number(const char* name, double value) {
    key(name);
    return put(number_text(value));
}
Json& Json::boolean(const char* name, bool value) {
    key(name);
    return put(value ? "true" : "false");
}
Json& Json::list_text(const std::string& value) {
    separate();
    quote(value);
    return *this;
}
Json& Json::list_integer(long long value) {
    separate();
    return put(std::to_string(value));
}
Json& Json::list_number(double value) {
    separate();
    return put(number_text(value));
}

} // namespace loop::runtime
