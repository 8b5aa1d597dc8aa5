#include "compiler/check/checks.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Whether the word at `token` follows a type and precedes the end of a declarator, as in `using T = double`,
/// `int n = 3`, `double* p;`, `enum { n = 3 }`.
bool declares(const HostCode& host, std::size_t token) {
    static constexpr std::string_view behind[] = {"=", ";", ",", "[", "{", "(", ")", ":"};
    if (token + 1 < host.tokens.size() &&
        std::find(std::begin(behind), std::end(behind), host.word(token + 1)) == std::end(behind))
        return false;
    std::size_t at = token;
    while (at > 0 && (host.is(at - 1, "*") || host.is(at - 1, "&") || host.is(at - 1, "&&")))
        --at;
    if (at == 0) return false;
    const std::size_t before = at - 1;
    const std::string_view word = host.word(before);
    if (word == "using" || word == ">" || is_type_keyword(word)) return true;
    if (word == "typename") return true;
    if (!host.is_name(before)) return false;
    if (at == token) return true;
    return before == 0 || host.is(before - 1, ";") || host.is(before - 1, "{") || host.is(before - 1, "}") ||
           host.is(before - 1, "(") || host.is(before - 1, ",") || is_type_keyword(host.word(before - 1));
}

/// `int a, *n;`, `std::vector<int> a, n;` and `enum { a, n = 3 }`: whether the word follows a comma in a list
/// whose statement begins like a declaration.
bool declared_in_list(const HostCode& host, std::size_t token) {
    while (token > 0 && host.is(token - 1, "*"))
        --token;
    if (token == 0 || !(host.is(token - 1, ",") || host.is(token - 1, "{"))) return false;
    constexpr std::size_t longest_list = 400; // bounds the time
    std::size_t start = token;
    while (start > 0 && token - start < longest_list && !host.is(start - 1, ";") &&
           !host.is(start - 1, "{") && !host.is(start - 1, "}")) {
        if (host.is(start - 1, "(")) return false;
        const Token& closing = host.tokens[start - 1];
        const bool bracket = host.is(start - 1, ")") || host.is(start - 1, "]");
        start = bracket && closing.partner != Token::unpaired && closing.partner < start ? closing.partner
                                                                                         : start - 1;
    }
    if (host.is(start - 1, "{") && start >= 2)
        for (std::size_t back = start - 1; back-- > 0 && start - back < 6;)
            if (host.is(back, "enum")) return true;
    if (start + 1 >= token) return false;
    const bool is_qualified = host.is(start, "std") && host.is(start + 1, "::");
    return is_type_keyword(host.word(start)) || is_qualified ||
           (host.is_name(start) && host.is_word(start + 1));
}

} // namespace

void Occurrences::find(const HostCode& host) {
    if (tokens_.empty()) return;
    for (std::uint32_t token = 0; token < host.tokens.size(); ++token) {
        if (!host.is_word(token)) continue;
        auto found = tokens_.find(host.word(token));
        if (found != tokens_.end()) found->second.push_back(token);
    }
}

const std::vector<std::uint32_t>& Occurrences::of(std::string_view word) const {
    static const std::vector<std::uint32_t> nowhere;
    auto found = tokens_.find(word);
    return found == tokens_.end() ? nowhere : found->second;
}

bool declares_at(const HostCode& host, std::size_t token) {
    return declares(host, token) || declared_in_list(host, token);
}

bool declared_in_host(const HostCode& host, std::string_view word,
                      const std::vector<std::uint32_t>& occurrences) {
    if (std::find(host.defined.begin(), host.defined.end(), word) != host.defined.end()) return true;
    return std::any_of(occurrences.begin(), occurrences.end(),
                       [&](std::uint32_t token) { return declares_at(host, token); });
}

} // namespace loop::compiler
