#include "compiler/check/values.h"

#include "compiler/check/operations.h"

namespace loop::compiler {

bool is_member(const HostCode& host, std::uint32_t token) {
    return token > 0 && (host.is(token - 1, ".") || host.is(token - 1, "->"));
}

bool is_assignment(const HostCode& host, std::uint32_t token) {
    if (host.tokens[token].kind != Token::Kind::Punctuation) return false;
    const std::string_view seen = host.word(token);
    if (seen.back() == '=')
        return seen.size() == 1 || std::string_view("=!<>").find(seen[0]) == std::string_view::npos;
    return seen == "++" || seen == "--";
}

std::uint32_t assigned_variable(const HostCode& host, std::uint32_t token) {
    const bool step = host.is(token, "++") || host.is(token, "--");
    if (step && host.is_word(token + 1)) return token + 1;
    while (token > 0) {
        --token;
        if (host.is(token, "]") && host.tokens[token].partner < token)
            token = host.tokens[token].partner;
        else if (host.is_word(token) && !is_member(host, token))
            return token;
        else if (!host.is_word(token) && !host.is(token, ".") && !host.is(token, "->"))
            return Token::unpaired;
    }
    return Token::unpaired;
}

bool is_initialisation(const HostCode& host, std::uint32_t token) {
    return token >= 2 && (host.is(token, "(") || host.is(token, "{")) && host.is_name(token - 1) &&
           (host.is_name(token - 2) || (host.is_word(token - 2) && is_type_keyword(host.word(token - 2))));
}

std::uint32_t end_of_expression(const HostCode& host, std::uint32_t token, std::uint32_t last) {
    while (token < last && !host.is(token, ";") && !host.is(token, ",") && !host.is(token, ")") &&
           !host.is(token, "}")) {
        const bool bracket = host.is(token, "(") || host.is(token, "[") || host.is(token, "{");
        token = bracket ? close_of(host, token) + 1 : token + 1;
    }
    return token;
}

std::uint32_t close_of(const HostCode& host, std::uint32_t open) {
    const std::uint32_t partner = host.tokens[open].partner;
    return partner == Token::unpaired || partner < open ? open : partner;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> call_arguments(const HostCode& host,
                                                                    std::uint32_t open) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arguments;
    const std::uint32_t close = close_of(host, open);
    std::uint32_t first = open + 1;
    for (std::uint32_t at = first; at <= close; at = behind_token(host, at)) {
        if (at != close && !host.is(at, ",")) continue;
        arguments.emplace_back(first, at);
        first = at + 1;
    }
    return arguments;
}

std::vector<std::uint32_t> parameter_names(const HostCode& host, const StatementTree& tree,
                                           const Function& function) {
    std::vector<std::uint32_t> names;
    std::uint32_t open = function.header_first;
    while (open < tree[function.body].first && !host.is(open, "("))
        ++open;
    if (open >= tree[function.body].first || host.tokens[open].partner == Token::unpaired) return names;
    const std::uint32_t close = host.tokens[open].partner;
    std::uint32_t last_word = Token::unpaired;
    for (std::uint32_t token = open + 1; token <= close; ++token) {
        if (host.is(token, ",") || token == close) {
            names.push_back(last_word);
            last_word = Token::unpaired;
        } else if (host.is_word(token)) {
            last_word = token;
        }
    }
    return names;
}

} // namespace loop::compiler
