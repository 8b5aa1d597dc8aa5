#include "compiler/check/checks.h"

#include <algorithm>

namespace loop::compiler {

namespace {

bool is_message_call(std::string_view word) {
    static constexpr std::string_view picl[] = {
        "send0", "recv0",    "sendbegin0", "sendend0", "recvbegin0", "recvend0", "probe0",
        "sync0", "barrier0", "bcast0",     "bcast1",   "gather0",    "gmax0",    "gmin0",
        "gsum0", "gprod0",   "gand0",      "gor0",     "gxor0",      "gcomb0",   "clocksync0"};
    return word.substr(0, 4) == "MPI_" || std::find(std::begin(picl), std::end(picl), word) != std::end(picl);
}

bool speaks(const CheckContext& context, const Construct& construct) {
    if (construct.info->communicates) return true;
    const std::vector<std::string_view> words = free_words(context.text(construct.argument_list));
    return std::any_of(words.begin(), words.end(), is_message_call);
}

} // namespace

void find_speaking(const CheckContext& context) {
    std::vector<std::size_t> where; // in the order of the text
    for (const Token& token : context.host.tokens) {
        const bool here =
            token.kind == Token::Kind::Construct
                ? speaks(context, context.constructs[token.partner])
                : token.kind == Token::Kind::Word && is_message_call(context.text({token.begin, token.end}));
        if (here) where.push_back(token.begin);
    }
    for (Construct& construct : context.constructs) {
        if (!construct.has_statement) continue;
        const auto first = std::lower_bound(where.begin(), where.end(), construct.statement.begin);
        construct.speaks = first != where.end() && *first < construct.statement.end;
    }
}

} // namespace loop::compiler
