#include "compiler/check/run_time_parameters.h"

#include "compiler/check/values.h"

#include <algorithm>

namespace loop::compiler {

namespace {

bool has_parameter(const CheckContext& context, std::string_view name) {
    return std::any_of(context.constructs.begin(), context.constructs.end(), [&](const Construct& construct) {
        return construct.parameter && construct.parameter->name == name;
    });
}

/// Whether the word at `token` is certainly declared there: `int size`, `int n, size`.
bool is_declared(const HostCode& host, std::uint32_t token) {
    if (token == 0) return false;
    return is_type_keyword(host.word(token - 1)) || (host.is(token - 1, ",") && declares_at(host, token));
}

bool mentions(const CheckContext& context, std::string_view text) {
    return context.source.text().find(text) != std::string_view::npos;
}

/// Whether a word is read outside its declarations, as an argument of a construct other than `apart`, or in a
/// preprocessor directive.
bool is_used(const CheckContext& context, std::string_view word, const Construct* apart = nullptr) {
    const HostCode& host = context.host;
    if (!mentions(context, word)) return false;
    for (std::uint32_t token = 0; token < host.tokens.size(); ++token)
        if (host.is_word(token) && host.word(token) == word && !is_member(host, token) &&
            !is_declared(host, token))
            return true;
    for (const Construct& construct : context.constructs) {
        for (std::size_t i = 0; &construct != apart && i < construct.arguments.size(); ++i) {
            const auto words = context.words(construct, i);
            if (std::find(words.begin(), words.end(), word) != words.end()) return true;
        }
    }
    const auto& directives = host.directive_words;
    return std::find(directives.begin(), directives.end(), word) != directives.end();
}

/// Whether a left-out argument of the construct means the problem size.
bool needs_size(const Construct& construct) {
    const std::vector<std::size_t> taken = construct.parameters();
    return std::any_of(taken.begin(), taken.end(), [&](std::size_t i) {
        return !construct.has(i) && construct.info->parameters[i].default_text == whole_problem;
    });
}

/// Whether the variable is read in which the construct, if it is `\OPEN0`, stores the size.
bool reads_stored_size(const CheckContext& context, const Construct& construct) {
    constexpr std::size_t size_parameter = 3;
    if (construct.info->shape != Shape::Open) return false;
    if (!construct.has(size_parameter)) return construct.opened_by(size_parameter) != nullptr;
    const Code address = context.code(construct.argument(size_parameter));
    const bool is_variable = address.is(0, "&") && address.part(1).is_one_name();
    return !is_variable || is_used(context, address.word(1), &construct);
}

bool uses_size(const CheckContext& context) {
    return has_parameter(context, "size") || mentions(context, "problem_size") ||
           std::any_of(context.constructs.begin(), context.constructs.end(), [&](const Construct& construct) {
               return needs_size(construct) || reads_stored_size(context, construct);
           });
}

bool uses_iterations(const CheckContext& context) {
    return has_parameter(context, "iterations") || mentions(context, "loop::iterations") ||
           is_used(context, "iterations") || is_used(context, "ITERATIONS");
}

} // namespace

std::vector<std::string_view> run_time_parameters(const CheckContext& context) {
    std::vector<std::string_view> names;
    if (uses_size(context)) names.emplace_back("size");
    if (uses_iterations(context)) names.emplace_back("iterations");
    return names;
}

} // namespace loop::compiler
