#include "compiler/check/known_variables.h"

#include <algorithm>

namespace loop::compiler {

namespace {

/// Whether a token outside braces is in parentheses, as the parameters of a function are.
bool in_parentheses(const HostCode& host, std::uint32_t token) {
    constexpr std::uint32_t longest_header = 200; // bounds the time
    const std::uint32_t stop = token > longest_header ? token - longest_header : 0;
    for (std::uint32_t at = token; at-- > stop && !host.is(at, ";") && !host.is(at, "}");) {
        if (host.is(at, "(")) return true;
        if (host.is(at, ")") && host.tokens[at].partner < at) at = host.tokens[at].partner;
    }
    return false;
}

} // namespace

KnownVariables::KnownVariables(const CheckContext& context, bool (*asks)(const Construct&))
    : context_(context), variables_(context) {
    for (const Construct& construct : context.constructs) {
        if (construct.parameter) names_.insert(construct.parameter->name);
        for (const Array& array : construct.arrays)
            names_.insert(array.name);
        if (construct.info->shape == Shape::Open) rank_of(construct);
        if (!asks(construct)) continue;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            for (const std::string_view word : context.words(construct, i))
                occurrences_.ask(word);
    }
    occurrences_.find(context.host);
}

bool KnownVariables::contains(const Construct& construct, std::string_view word) const {
    return names_.count(word) != 0 || is_iterator(construct, word) ||
           variables_.declared_behind(construct.function, word, token(construct), 0) || is_of_file(word);
}

bool KnownVariables::is_this_rank(const Construct& construct, std::string_view word) const {
    if (std::find(rank_words_.begin(), rank_words_.end(), word) == rank_words_.end()) return false;
    const Variables::Variable meant = variables_.at(construct.function, word, token(construct));
    return std::find(ranks_.begin(), ranks_.end(), meant) != ranks_.end();
}

void KnownVariables::rank_of(const Construct& open) {
    if (open.function == none) return;
    for (const std::string_view word : context_.words(open, 1)) {
        rank_words_.push_back(word);
        ranks_.push_back(variables_.at(open.function, word, token(open)));
    }
}

bool KnownVariables::is_iterator(const Construct& construct, std::string_view word) const {
    for (std::size_t outer = construct.parent; outer != none; outer = context_.constructs[outer].parent) {
        const std::optional<Range>& iterator = context_.constructs[outer].iterator;
        if (iterator && context_.text(*iterator) == word) return true;
    }
    return false;
}

/// Whether it is declared outside functions and their headers. A function counts too; its calls are not kept.
bool KnownVariables::is_of_file(std::string_view word) const {
    const std::vector<std::uint32_t>& tokens = occurrences_.of(word);
    return std::any_of(tokens.begin(), tokens.end(), [&](std::uint32_t token) {
        return context_.host.tokens[token].block == Token::unpaired && declares_at(context_.host, token) &&
               !in_parentheses(context_.host, token);
    });
}

} // namespace loop::compiler
