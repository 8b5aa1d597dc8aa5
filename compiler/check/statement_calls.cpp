#include "compiler/check/statement_calls.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace loop::compiler {

namespace {

/// The tokens of the body in `auto step = [&](int i) { ... }`, of which the first is at `token`; an empty
/// range if there is none.
std::pair<std::uint32_t, std::uint32_t> body_of_lambda(const HostCode& host, std::uint32_t token) {
    const auto end = static_cast<std::uint32_t>(host.tokens.size());
    const bool is_lambda = host.is(token, "auto") && host.is_name(token + 1) && host.is(token + 2, "=") &&
                           host.is(token + 3, "[");
    if (!is_lambda) return {end, end};
    std::uint32_t at = host.behind(token + 3, end);
    if (host.is(at, "(")) at = host.behind(at, end);
    while (at < end && !host.is(at, "{") && !host.is(at, ";"))
        ++at;
    return {at, host.is(at, "{") ? host.behind(at, end) : at};
}

/// The names in the arguments of a construct that a parenthesis follows, and which are no members.
std::vector<std::string_view> called_words(const Code& code) {
    std::vector<std::string_view> words;
    for (std::size_t token = 0; token + 1 < code.size(); ++token)
        if (code.is_word(token) && code.is(token + 1, "(") && !follows_access(code, token))
            words.push_back(code.word(token));
    return words;
}

} // namespace

StatementCalls::StatementCalls(const CheckContext& context) : context_(context) {
    for (const Function& function : context.tree.functions) {
        const Statement& body = context.tree[function.body];
        add(function.name, body.first, body.last);
    }
    for (std::uint32_t token = 0; token < context.host.tokens.size(); ++token)
        if (const auto [first, last] = body_of_lambda(context.host, token); first < last)
            add(context.host.word(token + 1), first, last);
    while (follow_calls()) {
    }
}

void StatementCalls::add(std::string_view name, std::uint32_t first, std::uint32_t last) {
    Body body{name};
    for (std::uint32_t token = first; token < last; ++token) {
        if (const auto [begin, end] = body_of_lambda(context_.host, token); begin < end) {
            token = end - 1; // counts where it is called
            continue;
        }
        const Token& each = context_.host.tokens[token];
        if (sends_by_call(context_, each)) body.messages = {true, true};
        for (const std::string_view name : called_at(token))
            body.callees.push_back(name);
        if (each.kind != Token::Kind::Construct) continue;
        const Construct& construct = context_.constructs[each.partner];
        if (!construct.communicates()) continue;
        body.messages.communicates = true;
        if (!construct.info->by_threads) body.messages.not_by_threads = true;
    }
    by_name_[name].push_back(bodies_.size());
    bodies_.push_back(std::move(body));
}

/// Not a member, a qualified name, or the declaration of a variable such as `Grid halo(10)`.
bool StatementCalls::calls_function(std::uint32_t token) const {
    constexpr std::string_view before_calls[] = {"return", "else", "do", "not", "and", "or"};
    const HostCode& host = context_.host;
    if (!host.is_called(token)) return false;
    if (token == 0) return true;
    for (const std::string_view other : {".", "->", "::", ">", "*", "&"})
        if (host.is(token - 1, other)) return false;
    return !host.is_word(token - 1) ||
           std::any_of(std::begin(before_calls), std::end(before_calls),
                       [&](std::string_view word) { return host.is(token - 1, word); });
}

Messages StatementCalls::of(std::string_view name) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return {};
    Messages all{true, true};
    for (const std::size_t body : found->second) {
        all.communicates = all.communicates && bodies_[body].messages.communicates;
        all.not_by_threads = all.not_by_threads && bodies_[body].messages.not_by_threads;
    }
    return all;
}

/// Adds to each function what those do that it calls. Returns whether something was new.
bool StatementCalls::follow_calls() {
    bool is_new = false;
    for (Body& body : bodies_)
        for (const std::string_view name : body.callees) {
            const Messages called = of(name);
            is_new = is_new || (called.communicates && !body.messages.communicates) ||
                     (called.not_by_threads && !body.messages.not_by_threads);
            body.messages.communicates = body.messages.communicates || called.communicates;
            body.messages.not_by_threads = body.messages.not_by_threads || called.not_by_threads;
        }
    return is_new;
}

std::vector<std::string_view> StatementCalls::called_at(std::uint32_t token) const {
    const Token& each = context_.host.tokens[token];
    if (each.kind == Token::Kind::Construct)
        return called_words(context_.code(context_.constructs[each.partner].argument_list));
    if (calls_function(token)) return {context_.host.word(token)};
    return {};
}

Messages StatementCalls::at(std::uint32_t token) const {
    Messages all;
    for (const std::string_view name : called_at(token)) {
        const Messages called = of(name);
        all.communicates = all.communicates || called.communicates;
        all.not_by_threads = all.not_by_threads || called.not_by_threads;
    }
    return all;
}

Range StatementCalls::first_in(Range range) const {
    const HostCode& host = context_.host;
    for (auto token = static_cast<std::uint32_t>(host.token_at(range.begin));
         token < host.tokens.size() && host.tokens[token].begin < range.end; ++token)
        if (at(token).communicates) return host.range(token);
    return {};
}

bool StatementCalls::are_named_in(Range range) const {
    const HostCode& host = context_.host;
    const auto communicates = [&](std::string_view name) {
        const auto found = by_name_.find(name);
        return found != by_name_.end() &&
               std::any_of(found->second.begin(), found->second.end(),
                           [&](std::size_t body) { return bodies_[body].messages.communicates; });
    };
    for (auto token = static_cast<std::uint32_t>(host.token_at(range.begin));
         token < host.tokens.size() && host.tokens[token].begin < range.end; ++token) {
        const Token& each = host.tokens[token];
        if (each.kind == Token::Kind::Word && communicates(host.word(token))) return true;
        if (each.kind != Token::Kind::Construct) continue;
        const auto words = free_words(context_.code(context_.constructs[each.partner].argument_list));
        if (std::any_of(words.begin(), words.end(), communicates)) return true;
    }
    return false;
}

} // namespace loop::compiler
