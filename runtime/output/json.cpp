#include "output/json.h"

#include <cmath>
#include <cstdio>

namespace loop::runtime {
namespace {

using Byte = unsigned char;

// Bytes of the UTF-8 sequence at `at`; 0 where there is none (overlong forms, surrogates, beyond U+10FFFF).
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

// %g follows LC_NUMERIC, which host text may have set.
std::string number_text(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    std::string result = text;
    for (char& c : result) {
        if (c == ',') c = '.';
    }
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

Json& Json::open_object() {
    separate();
    line_ += '{';
    return *this;
}
Json& Json::open_object(const char* name) {
    key(name);
    line_ += '{';
    return *this;
}
Json& Json::close_object() {
    line_ += '}';
    return *this;
}
Json& Json::open_list(const char* name) {
    key(name);
    line_ += '[';
    return *this;
}
Json& Json::close_list() {
    line_ += ']';
    return *this;
}
Json& Json::text(const char* name, const std::string& value) {
    key(name);
    quote(value);
    return *this;
}
Json& Json::integer(const char* name, long long value) {
    key(name);
    line_ += std::to_string(value);
    return *this;
}
Json& Json::number(const char* name, double value) {
    if (std::isnan(value)) return text(name, "nan");
    if (std::isinf(value)) return text(name, value > 0 ? "inf" : "-inf");
    key(name);
    line_ += number_text(value);
    return *this;
}
Json& Json::boolean(const char* name, bool value) {
    key(name);
    line_ += value ? "true" : "false";
    return *this;
}
Json& Json::list_text(const std::string& value) {
    separate();
    quote(value);
    return *this;
}
Json& Json::list_integer(long long value) {
    separate();
    line_ += std::to_string(value);
    return *this;
}
Json& Json::list_number(double value) {
    if (std::isnan(value)) return list_text("nan");
    if (std::isinf(value)) return list_text(value > 0 ? "inf" : "-inf");
    separate();
    line_ += number_text(value);
    return *this;
}

} // namespace loop::runtime
