#include "compiler/check/literals.h"

#include "compiler/lex/cxx_lexer.h"

namespace loop::compiler {

namespace {

char unescaped(char c) {
    return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/// The contents of a plain string constant from its quote at `quote` to `end`.
std::string plain_contents(std::string_view code, std::size_t quote, std::size_t end) {
    std::string text;
    for (std::size_t i = quote + 1; i + 1 < end; ++i)
        text.push_back(code[i] == '\\' && i + 2 < end ? unescaped(code[++i]) : code[i]);
    return text;
}

/// The contents of a raw string constant from its quote at `quote` to `end`.
std::string_view raw_contents(std::string_view code, std::size_t quote, std::size_t end) {
    const std::size_t tag = code.find('(', quote) - quote;
    return code.substr(quote + tag + 1, end - quote - 2 * tag - 2);
}

} // namespace

std::optional<std::string> string_constant(std::string_view code) {
    std::optional<std::string> text;
    for (std::size_t at = 0; (at = cxx::skip_blank(code, at)) < code.size();) {
        const std::size_t quote = cxx::word_start(code[at]) ? cxx::skip_word(code, at) : at;
        if (quote >= code.size() || code[quote] != '"') return std::nullopt;
        if (!text) text.emplace();
        const bool raw = cxx::raw_prefix(code.substr(at, quote - at));
        at = raw ? cxx::skip_raw(code, quote) : cxx::skip_quoted(code, quote);
        if (at == std::string_view::npos) return std::nullopt;
        *text += raw ? std::string(raw_contents(code, quote, at)) : plain_contents(code, quote, at);
    }
    return text;
}

} // namespace loop::compiler
