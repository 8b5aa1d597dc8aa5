#include "compiler/check/checks.h"

#include <loop/calls.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace loop::compiler {

namespace {

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

bool has_messages(const CheckContext& context, const Construct& construct) {
    if (construct.communicates()) return true;
    const std::vector<std::string_view> words = free_words(context.text(construct.argument_list));
    return std::any_of(words.begin(), words.end(), is_message_call);
}

} // namespace

void find_messages(const CheckContext& context) {
    std::vector<std::size_t> where; // in source order
    for (const Token& token : context.host.tokens) {
        const bool here =
            token.kind == Token::Kind::Construct
                ? has_messages(context, context.constructs[token.partner])
                : token.kind == Token::Kind::Word && is_message_call(context.text({token.begin, token.end}));
        if (here) where.push_back(token.begin);
    }
    for (Construct& construct : context.constructs) {
        if (!construct.has_statement) continue;
        const auto first = std::lower_bound(where.begin(), where.end(), construct.statement.begin);
        construct.has_messages = first != where.end() && *first < construct.statement.end;
    }
}

} // namespace loop::compiler
