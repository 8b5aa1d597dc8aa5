#include "check/rank_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

/// Communication constructs cannot deadlock when every rank reaches them in the same order. This check looks
/// for the places where that may fail: a condition, a count or an early exit that depends on the rank.
/// (RankWords says what does). Only the run can tell, so this is a warning.
namespace loop::compiler {

namespace {

/// Walks a function and warns of communication where a rank may be missing.
class Walk {
public:
    Walk(const CheckContext& context, const RankWords& words) : context_(context), words_(words) {
        find_communicating();
    }

    void run() {
        for (std::size_t f = 0; f < context_.tree.functions.size(); ++f) {
            function_ = f;
            returned_ = Token::unpaired;
            visit(context_.tree.functions[f].body, {});
        }
    }

private:
    /// What stands between a statement and the start of its function: the innermost dependent word, and
    /// whether it is a condition or a count; and the jumps out of the innermost loop.
    struct Around {
        std::uint32_t word = Token::unpaired;
        const char* what = "";
    };

    /// Functions that communicate, themselves or through others.
    void find_communicating() {
        for (const Construct& construct : context_.constructs)
            if (construct.info->communicates && construct.function != none)
                communicating_.insert(context_.tree.functions[construct.function].name);
        for (const Statement& statement : context_.tree.statements)
            if (statement.kind == Statement::Kind::Simple && is_named_lambda(statement) &&
                contains_communication(statement))
                communicating_.insert(context_.host.word(statement.first + 1));
        if (communicating_.empty()) return;
        for (bool changed = true; changed;) {
            changed = false;
            for (const Function& function : context_.tree.functions) {
                const Statement& body = context_.tree[function.body];
                for (std::uint32_t token = body.first;
                     token < body.last && communicating_.count(function.name) == 0; ++token)
                    if (calls_communicating(token)) changed = communicating_.insert(function.name).second;
            }
        }
    }

    /// `auto step = [&] { ... };`
    bool is_named_lambda(const Statement& statement) const {
        return context_.host.is(statement.first, "auto") && context_.host.is(statement.first + 2, "=") &&
               context_.host.is(statement.first + 3, "[");
    }

    bool contains_communication(const Statement& statement) const {
        for (std::uint32_t token = statement.first; token < statement.last; ++token)
            if (context_.host.tokens[token].kind == Token::Kind::Construct &&
                context_.constructs[context_.host.tokens[token].partner].info->communicates)
                return true;
        return false;
    }

    bool calls_communicating(std::uint32_t token) const {
        return context_.host.tokens[token].kind == Token::Kind::Word && context_.host.is(token + 1, "(") &&
               communicating_.count(context_.host.word(token)) != 0;
    }

    void visit(std::uint32_t index, Around around) {
        const Statement& statement = context_.tree[index];
        switch (statement.kind) {
        case Statement::Kind::Construct:
            return construct(statement, around);
        case Statement::Kind::Return:
            if (around.word != Token::unpaired && returned_ == Token::unpaired) returned_ = around.word;
            break;
        case Statement::Kind::Break:
        case Statement::Kind::Continue:
            if (around.word != Token::unpaired && left_ == Token::unpaired) left_ = around.word;
            break;
        default:
            break;
        }
        if (statement.kind == Statement::Kind::Loop)
            return loop(statement, inside(statement, around, "condition"));
        children(statement, inside(statement, around, "condition"));
    }

    Around inside(const Statement& statement, Around around, const char* what) const {
        const std::uint32_t word =
            words_.first_dependent(function_, statement.condition_first, statement.condition_last);
        return word == Token::unpaired ? around : Around{word, what};
    }

    void children(const Statement& statement, Around around) {
        std::uint32_t at = statement.condition_last != 0 ? statement.condition_last : statement.first;
        for (std::uint32_t child : statement.children) {
            calls(at, context_.tree[child].first, around);
            visit(child, around);
            at = std::max(at, context_.tree[child].last);
        }
        calls(at, statement.last, around);
    }

    /// A jump that leaves some ranks' loop early makes all communication in that loop uneven.
    void loop(const Statement& statement, Around around) {
        const std::uint32_t outer_left = left_;
        left_ = first_jump(statement, around, true);
        children(statement, around);
        left_ = outer_left;
    }

    bool is_loop(const Statement& statement) const {
        return statement.kind == Statement::Kind::Loop ||
               (statement.kind == Statement::Kind::Construct &&
                context_.constructs[statement.construct].info->shape == Shape::Loop);
    }

    std::uint32_t first_jump(const Statement& statement, Around around, bool top) const {
        if (!top && is_loop(statement)) return Token::unpaired;
        const bool jump =
            statement.kind == Statement::Kind::Break || statement.kind == Statement::Kind::Continue;
        if (jump) return around.word;
        for (std::uint32_t child : statement.children) {
            const Statement& next = context_.tree[child];
            const std::uint32_t found = first_jump(next, inside(next, around, ""), false);
            if (found != Token::unpaired) return found;
        }
        return Token::unpaired;
    }

    void construct(const Statement& statement, Around around) {
        const Construct& construct = context_.constructs[statement.construct];
        if (construct.info->communicates)
            report(construct.name, fmt::format("`{}`", context_.text(construct)), around);
        if (construct.info->shape == Shape::Loop && construct.has(0)) {
            const std::uint32_t word = dependent_argument(construct);
            if (word != Token::unpaired) {
                count_of_ = construct.argument(0);
                around = {count, "count"};
            }
            return loop(statement, around);
        }
        children(statement, around);
    }

    std::uint32_t dependent_argument(const Construct& construct) const {
        for (std::string_view word : free_words(context_.text(construct.argument(0))))
            if (words_.depends(function_, word, context_.host.token_at(construct.head.begin))) return count;
        return Token::unpaired;
    }

    void calls(std::uint32_t first, std::uint32_t last, Around around) {
        for (std::uint32_t token = first; token < last; ++token)
            if (calls_communicating(token))
                report(context_.host.range(token),
                       fmt::format("`{}`, which communicates,", context_.host.word(token)), around);
    }

    void report(Range where, const std::string& what, Around around) {
        if (around.word != Token::unpaired)
            return warn(where,
                        fmt::format("{} stands under a {} that depends on the rank", what, around.what),
                        around.word, fmt::format("the {} is here", around.what));
        if (left_ != Token::unpaired)
            return warn(where, fmt::format("{} stands in a loop that some ranks leave or shorten", what),
                        left_, "the condition of the jump depends on the rank here");
        if (returned_ != Token::unpaired)
            warn(where, fmt::format("{} is not reached by ranks that left before it", what), returned_,
                 "the condition of the exit depends on the rank here");
    }

    void warn(Range where, std::string message, std::uint32_t cause, std::string note) {
        if (!warned_.insert(where.begin).second) return;
        Diagnostic& diagnostic = context_.diagnostics.warning("rank-dependent", where, std::move(message));
        diagnostic.notes.push_back(
            {std::move(note), cause == count ? count_of_ : context_.host.range(cause)});
        diagnostic.hint = "every rank must reach communication constructs equally often and in the same "
                          "order, or the run hangs";
    }

    static constexpr std::uint32_t count = Token::unpaired - 1; ///< stands for the count of a `\LOOP`

    const CheckContext& context_;
    const RankWords& words_;
    std::unordered_set<std::string_view> communicating_;
    std::set<std::size_t> warned_;
    Range count_of_;
    std::size_t function_ = 0;
    std::uint32_t left_ = Token::unpaired;
    std::uint32_t returned_ = Token::unpaired;
};

} // namespace

void check_rank_dependence(const CheckContext& context) {
    const bool communicates =
        std::any_of(context.constructs.begin(), context.constructs.end(),
                    [](const Construct& construct) { return construct.info->communicates; });
    if (!communicates) return;
    const RankWords words(context);
    if (words.any()) Walk(context, words).run();
}

} // namespace loop::compiler
