#include "compiler/check/known_variables.h"

#include "compiler/check/values.h"

#include <algorithm>

namespace loop::compiler {

KnownVariables::KnownVariables(const CheckContext& context, bool (*asks)(const Construct&))
    : context_(context), variables_(context) {
    for (const Construct& construct : context.constructs) {
        if (construct.parameter) names_.insert(construct.parameter->name);
        for (const Array& array : construct.arrays)
            arrays_.emplace(array.name, &construct);
        if (construct.info->shape == Shape::Open) rank_of(construct);
        if (!asks(construct)) continue;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            for (const std::string_view word : context.words(construct, i))
                occurrences_.ask(word);
    }
    occurrences_.find(context.host);
}

bool KnownVariables::contains(const Construct& construct, std::string_view word) const {
    return names_.count(word) != 0 || is_array(construct, word) || is_iterator(construct, word) ||
           variables_.declared_behind(construct.function, word, token(construct), 0) || is_of_file(word);
}

bool KnownVariables::is_this_rank(const Construct& construct, std::string_view word) const {
    if (std::find(rank_words_.begin(), rank_words_.end(), word) == rank_words_.end()) return false;
    const Variables::Variable meant = variables_.at(construct.function, word, token(construct));
    return std::find(ranks_.begin(), ranks_.end(), meant) != ranks_.end();
}

void KnownVariables::rank_of(const Construct& open) {
    for (const Supplied* const opened : open.opened)
        if (opened != nullptr) names_.insert(opened->name);
    for (const Variables::Variable& variable : variables_.set_by(open, 1)) {
        rank_words_.push_back(variable.first);
        ranks_.push_back(variable);
    }
}

bool KnownVariables::is_array(const Construct& construct, std::string_view word) const {
    const auto [first, last] = arrays_.equal_range(word);
    return std::any_of(first, last, [&](const auto& array) {
        const std::size_t declared = token(*array.second);
        return declared < token(construct) &&
               context_.host.encloses(context_.host.block_of(declared), token(construct));
    });
}

bool KnownVariables::is_iterator(const Construct& construct, std::string_view word) const {
    for (std::size_t outer = construct.parent; outer != none; outer = context_.constructs[outer].parent) {
        const std::optional<Range>& iterator = context_.constructs[outer].iterator;
        if (iterator && context_.text(*iterator) == word) return true;
    }
    return false;
}

/// Whether a token outside of functions is in parentheses: such a declaration is that of a parameter.
bool KnownVariables::is_parameter(std::uint32_t token) const {
    const HostCode& host = context_.host;
    for (std::uint32_t before = token; before-- > 0 && !host.is(before, ";") && !host.is(before, "}");)
        if (host.is(before, "(") && close_of(host, before) > token) return true;
    return false;
}

/// Whether it is declared outside functions. A function counts too; its calls are not kept.
bool KnownVariables::is_of_file(std::string_view word) const {
    const std::vector<std::uint32_t>& tokens = occurrences_.of(word);
    return std::any_of(tokens.begin(), tokens.end(), [&](std::uint32_t token) {
        return context_.host.tokens[token].block == Token::unpaired && declares_at(context_.host, token) &&
               !is_parameter(token);
    });
}

} // namespace loop::compiler
