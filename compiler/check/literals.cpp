#include "compiler/check/literals.h"

namespace loop::compiler {

namespace {

char unescaped(char c) {
    return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/// The contents of a plain string constant.
std::string plain_contents(std::string_view constant) {
    std::string text;
    for (std::size_t i = 1; i + 1 < constant.size(); ++i)
        text.push_back(constant[i] == '\\' && i + 2 < constant.size() ? unescaped(constant[++i])
                                                                      : constant[i]);
    return text;
}

/// The contents of a raw string constant.
std::string_view raw_contents(std::string_view constant) {
    const std::size_t quote = constant.find('"');
    const std::size_t tag = constant.find('(') - quote;
    return constant.substr(quote + tag + 1, constant.size() - quote - 2 * tag - 2);
}

} // namespace

bool is_string(const Code& code, std::size_t token) {
    return code.is(token, Token::Kind::Text) && code.word(token)[0] != '\'';
}

bool is_string_prefix(const Code& code, std::size_t token) {
    return code.is_word(token) && is_string(code, token + 1) && code.follows_directly(token + 1);
}

std::optional<std::string> string_constant(const Code& code) {
    std::optional<std::string> text;
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (is_string_prefix(code, at)) ++at;
        if (!is_string(code, at)) return std::nullopt;
        if (!text) text.emplace();
        const std::string_view constant = code.word(at);
        *text += constant[0] == '"' ? plain_contents(constant) : std::string(raw_contents(constant));
    }
    return text;
}

} // namespace loop::compiler
