#include "check/operations.h"
#include "check/rank_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

/// Communication constructs cannot deadlock when every rank reaches them in the same order. This check looks
/// for the places where that may fail: a condition, a count or an early exit that depends on the rank
/// (RankWords says what does), and an argument that depends on it and should be the same everywhere.
/// Collective operations of PICL and MPI in host text are looked at like constructs. Only the run can tell,
/// so these are warnings.
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
        if (find_operation(context_.host, token) != nullptr) return true;
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
        if (statement.kind == Statement::Kind::If && branches_agree(statement))
            return children(statement, around);
        if (statement.kind == Statement::Kind::Loop)
            return loop(statement, inside(statement, around, "condition"));
        children(statement, inside(statement, around, "condition"));
    }

    using Names = std::vector<std::string_view>;

    /// Each rank takes one of two branches, and communicates the same in both.
    bool branches_agree(const Statement& statement) const {
        const bool straight =
            std::all_of(statement.children.begin(), statement.children.end(),
                        [&](std::uint32_t child) { return is_straight(context_.tree[child]); });
        const std::uint32_t other = else_of(statement);
        return straight && other < statement.last &&
               communication(statement.condition_last, other) == communication(other, statement.last);
    }

    std::uint32_t else_of(const Statement& statement) const {
        std::uint32_t token = statement.condition_last;
        while (token < statement.last && !context_.host.is(token, "else"))
            token = behind_token(context_.host, token);
        return token;
    }

    /// What communicates, in order.
    Names communication(std::uint32_t first, std::uint32_t last) const {
        Names names;
        for (std::uint32_t token = first; token < last; ++token) {
            const Token& seen = context_.host.tokens[token];
            if (seen.kind == Token::Kind::Construct && context_.constructs[seen.partner].info->communicates)
                names.push_back(context_.constructs[seen.partner].info->name);
            else if (calls_communicating(token))
                names.push_back(context_.host.word(token));
        }
        return names;
    }

    /// No branch, loop or jump in it decides what is communicated.
    bool is_straight(const Statement& statement) const {
        const bool decides = statement.kind != Statement::Kind::Block &&
                             statement.kind != Statement::Kind::Simple &&
                             statement.kind != Statement::Kind::Construct;
        return !decides && !is_loop(statement) &&
               std::all_of(statement.children.begin(), statement.children.end(),
                           [&](std::uint32_t child) { return is_straight(context_.tree[child]); });
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
        arguments(construct);
        if (construct.info->shape == Shape::Loop && construct.has(0)) {
            if (depends(construct, 0)) {
                count_of_ = construct.argument(0);
                around = {count, "count"};
            }
            return loop(statement, around);
        }
        children(statement, around);
    }

    bool depends(const Construct& construct, std::size_t argument) const {
        if (!construct.has(argument)) return false;
        const std::vector<std::string_view> words = free_words(context_.text(construct.argument(argument)));
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
            return words_.depends(function_, word, context_.host.token_at(construct.head.begin));
        });
    }

    /// Arguments that must be the same on all ranks. An object that knows the rank (`blocks.bytes()`) need
    /// not give what depends on it.
    void arguments(const Construct& construct) {
        for (const CommonArgument& argument : common_arguments(construct)) {
            if (!construct.has(argument.index)) continue;
            const std::string_view text = context_.text(construct.argument(argument.index));
            for (std::string_view word : free_words(text))
                if (!has_member(text, word) &&
                    words_.depends(function_, word, context_.host.token_at(construct.head.begin)))
                    warn_of_argument(construct.argument(argument.index), argument.name,
                                     context_.text(construct));
        }
    }

    static bool has_member(std::string_view text, std::string_view word) {
        const std::size_t end = static_cast<std::size_t>(word.data() - text.data()) + word.size();
        return text.substr(end, 1) == "." || text.substr(end, 2) == "->";
    }

    void arguments(std::uint32_t call) {
        const Operation* const operation = find_operation(context_.host, call);
        if (operation == nullptr) return;
        for (const CommonArgument& argument : operation->common) {
            const auto [first, last] = call_argument(context_.host, call, argument.index);
            for (std::uint32_t token = first; token < last; ++token)
                if (words_.first_dependent(function_, token, token + 1) == token &&
                    !context_.host.is(token + 1, ".") && !context_.host.is(token + 1, "->"))
                    warn_of_argument(context_.host.range(token), argument.name, operation->name);
        }
    }

    void warn_of_argument(Range where, const char* argument, std::string_view operation) {
        if (!warned_.insert(where.begin).second) return;
        context_.diagnostics
            .warning("rank-dependent-argument", where,
                     fmt::format("the {} of `{}` depends on the rank", argument, operation))
            .hint = "every rank must give the same, or the run ends where ranks meet";
    }

    void calls(std::uint32_t first, std::uint32_t last, Around around) {
        for (std::uint32_t token = first; token < last; ++token) {
            if (!calls_communicating(token)) continue;
            report(context_.host.range(token),
                   fmt::format("`{}`, which communicates,", context_.host.word(token)), around);
            arguments(token);
        }
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
    const RankWords words(context);
    if (words.any()) Walk(context, words).run();
}

} // namespace loop::compiler
