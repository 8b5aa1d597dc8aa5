#include "compiler/lex/cxx_lexer.h"

#include <algorithm>

namespace loop::compiler::cxx {

namespace {

/// The first byte of typographic quotes in UTF-8.
constexpr char quote_byte = '\xe2';

bool digit(char c) {
    return c >= '0' && c <= '9';
}

} // namespace

std::size_t skip_word(std::string_view text, std::size_t at) {
    while (at < text.size() && word_part(text[at]) &&
           (text[at] != quote_byte || typographic_quote(text, at) == 0))
        ++at;
    return at;
}

std::size_t skip_number(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        const char c = text[at];
        const char before = text[at - 1];
        const bool exponent_sign =
            (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
        const bool separator = c == '\'' && at + 1 < text.size() && word_part(text[at + 1]);
        if (!word_part(c) && c != '.' && !exponent_sign && !separator) break;
    }
    return at;
}

Quoted read_quoted(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == quote) return {at + 1, true};
        if (text[at] == '\\')
            at += at + 2 < text.size() && text[at + 1] == '\r' && text[at + 2] == '\n' ? 2 : 1;
    }
    return {std::min(at, text.size()), false};
}

std::size_t skip_quoted(std::string_view text, std::size_t at) {
    return read_quoted(text, at).end;
}

std::size_t skip_raw(std::string_view text, std::size_t at) {
    constexpr std::size_t longest_tag = 16;
    const std::size_t in_reach = text.substr(at, longest_tag + 2).find('(');
    if (in_reach == std::string_view::npos) return std::string_view::npos;
    const std::size_t open = at + in_reach;
    const std::string_view tag = text.substr(at + 1, open - at - 1);
    if (tag.find_first_of(" )\\\t\r\n\"") != std::string_view::npos) return std::string_view::npos;
    for (std::size_t close = open; (close = text.find(')', close + 1)) != std::string_view::npos;) {
        const std::size_t quote = close + 1 + tag.size();
        if (text.substr(close + 1, tag.size()) == tag && quote < text.size() && text[quote] == '"')
            return quote + 1;
    }
    return text.size();
}

std::size_t skip_line_comment(std::string_view text, std::size_t at) {
    while ((at = text.find('\n', at)) != std::string_view::npos) {
        const bool spliced = text[at - 1] == '\\' || (text[at - 1] == '\r' && text[at - 2] == '\\');
        if (!spliced) return at;
        ++at;
    }
    return text.size();
}

std::size_t skip_block_comment(std::string_view text, std::size_t at) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
}

std::size_t skip_comment(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size() || text[at] != '/') return at;
    if (text[at + 1] == '/') return skip_line_comment(text, at);
    if (text[at + 1] == '*') return skip_block_comment(text, at);
    return at;
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
    for (; at < text.size(); ++at) {
        const char c = text[at];
        const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
        const bool is_continuation =
            c == '\\' && (text.substr(at + 1, 1) == "\n" || text.substr(at + 1, 2) == "\r\n");
        if (!is_space && !is_continuation) break;
    }
    return at;
}

std::size_t skip_blank(std::string_view text, std::size_t at) {
    for (;;) {
        const std::size_t behind = skip_comment(text, skip_spaces(text, at));
        if (behind == at) return at;
        at = behind;
    }
}

bool raw_prefix(std::string_view word) {
    return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

bool is_raw(std::string_view piece) {
    const bool maybe = piece[0] == 'R' || piece[0] == 'L' || piece[0] == 'u' || piece[0] == 'U';
    return maybe && piece.find('"') != std::string_view::npos;
}

std::size_t skip_piece(std::string_view text, std::size_t at) {
    if (text[at] == '"' || text[at] == '\'') return skip_quoted(text, at);
    if (digit(text[at])) return skip_number(text, at);
    if (!word_start(text[at])) return at + 1;
    const std::size_t end = std::max(skip_word(text, at), at + 1);
    if (text.substr(end, 1) != "\"" || !raw_prefix(text.substr(at, end - at))) return end;
    const std::size_t raw = skip_raw(text, end);
    return raw == std::string_view::npos ? end : raw;
}

std::size_t skip_brackets(std::string_view text, std::size_t at) {
    int depth = 0;
    do {
        const char c = text[at];
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        at = skip_piece(text, at);
        if (depth > 0) at = skip_blank(text, at);
    } while (depth > 0 && at < text.size());
    return at;
}

std::size_t typographic_quote(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] != quote_byte) return 0;
    const std::string_view three = text.substr(at, 3);
    return three == "\u201c" || three == "\u201d" || three == "\u201e" ? 3 : 0;
}

std::string_view trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string_view indentation(std::string_view text) {
    return text.substr(0, std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string flatten(std::string_view code) {
    std::string line;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t behind = skip_blank(code, at);
        if (behind > at) {
            if (!line.empty() && behind < code.size()) line += ' ';
            at = behind;
            continue;
        }
        const std::size_t end = skip_piece(code, at);
        line.append(code.substr(at, end - at));
        at = end;
    }
    return line;
}

} // namespace loop::compiler::cxx
