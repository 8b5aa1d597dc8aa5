#include "compiler/check/checks.h"
#include "compiler/check/statement_calls.h"

#include <loop/calls.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace loop::compiler {

bool is_message_call(std::string_view word) {
    static const std::unordered_set<std::string_view> picl = [] {
        std::unordered_set<std::string_view> names;
        for (const CallInfo& call : all_calls)
            if (call.kind != CallKind::Other && call.name[0] >= 'a')
                names.insert(call.name); // constructs are upper case
        return names;
    }();
    return word.substr(0, 4) == "MPI_" || picl.count(word) != 0;
}

namespace {

bool calls_in_arguments(const CheckContext& context, const Construct& construct) {
    const std::vector<std::string_view> words = free_words(context.code(construct.argument_list));
    return std::any_of(words.begin(), words.end(), is_message_call);
}

/// `places`: in ascending order.
bool is_any_in(const std::vector<std::size_t>& places, Range range) {
    const auto first = std::lower_bound(places.begin(), places.end(), range.begin);
    return first != places.end() && *first < range.end;
}

/// Whether host code can read what the construct receives.
bool receives_for_host(const Construct& construct) {
    if (!construct.communicates()) return false;
    for (std::size_t i = 0; i < construct.arguments.size(); ++i) {
        const ParameterKind kind = construct.info->parameters[i].kind;
        const bool is_data = kind == ParameterKind::Pointer || kind == ParameterKind::Places ||
                             kind == ParameterKind::Array || kind == ParameterKind::Matrix ||
                             kind == ParameterKind::Vector;
        if (is_data && construct.has(i)) return true;
    }
    return false;
}

} // namespace

bool sends_by_call(const CheckContext& context, const Token& token) {
    if (token.kind == Token::Kind::Construct)
        return calls_in_arguments(context, context.constructs[token.partner]);
    return token.kind == Token::Kind::Word && is_message_call(context.text({token.begin, token.end}));
}

bool receives_data(const CheckContext& context) {
    return has_own_header(context.host) ||
           std::any_of(context.constructs.begin(), context.constructs.end(), receives_for_host) ||
           std::any_of(context.host.tokens.begin(), context.host.tokens.end(),
                       [&](const Token& token) { return sends_by_call(context, token); });
}

bool has_charged_work(const CheckContext& context) {
    return std::any_of(context.constructs.begin(), context.constructs.end(), [](const Construct& construct) {
        const bool is_skipped = construct.info->charged && !construct.has_messages && !construct.has_jump_out;
        return is_skipped || construct.info->name == "MATPROD" || construct.info->name == "MATVECPROD" ||
               construct.info->name == "SCALPROD";
    });
}

std::vector<int> lines_of_executed_work(const CheckContext& context) {
    std::vector<int> lines;
    for (const Construct& construct : context.constructs)
        if (construct.info->charged && (construct.has_messages || construct.has_jump_out))
            lines.push_back(context.source.position(construct.name.begin).line);
    return lines;
}

void find_messages(const CheckContext& context) {
    const StatementCalls functions(context);
    std::vector<std::size_t> calls, all; // where, in source order
    for (std::uint32_t at = 0; at < context.host.tokens.size(); ++at) {
        const Token& token = context.host.tokens[at];
        const bool is_construct = token.kind == Token::Kind::Construct;
        const Messages called = functions.at(at);
        const bool calls_here = sends_by_call(context, token) || called.not_by_threads;
        if (calls_here) calls.push_back(token.begin);
        if (calls_here || called.communicates ||
            (is_construct && context.constructs[token.partner].communicates()))
            all.push_back(token.begin);
    }
    for (Construct& construct : context.constructs) {
        if (!construct.has_statement) continue;
        construct.has_messages = is_any_in(all, construct.statement);
        construct.calls_messages = is_any_in(calls, construct.statement);
    }
}

} // namespace loop::compiler
