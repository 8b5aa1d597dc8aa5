#include "compiler/check/branch_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

/// Communication constructs cannot deadlock if every rank reaches them in the same order. This check finds
/// places where that may fail: a condition, a count, or an early exit that depends on the rank (see
/// RankVariables), and an argument that depends on the rank, or differs between branches, but should be the
/// same everywhere. A condition that is the same on all ranks (see Conditions) is allowed, and so are
/// branches with the same communication (see Sequences). Collective operations of PICL and MPI in host code
/// are treated like constructs. These are warnings, as only the run can show whether ranks really diverge.
namespace loop::compiler {

namespace {

/// Walks the functions and warns of communication that a rank may not reach.
class Walk {
public:
    Walk(const CheckContext& context, const RankVariables& words, const Communication& communication,
         const Constants& constants)
        : context_(context), words_(words), communication_(communication), constants_(constants),
          sequences_(context, words, communication),
          branch_arguments_(context, communication, sequences_, constants) {}

    void run() {
        for (std::size_t f = 0; f < context_.tree.functions.size(); ++f) {
            function_ = f;
            returned_ = Token::unpaired;
            left_ = Token::unpaired;
            visit(context_.tree.functions[f].body, {});
        }
    }

private:
    /// The innermost rank-dependent word around a statement, and whether it is in a condition or a count.
    struct Around {
        std::uint32_t word = Token::unpaired;
        std::string_view what = {};
    };

    void visit(std::uint32_t index, Around around) {
        const Statement& statement = context_.tree[index];
        switch (statement.kind) {
        case Statement::Kind::Construct:
            return construct(index, around);
        case Statement::Kind::If:
            return branches(index, around);
        case Statement::Kind::Loop:
            return loop(index, inside(index, around));
        case Statement::Kind::Switch:
            return cases(index, inside(index, around));
        case Statement::Kind::Return:
            if (around.word != Token::unpaired && returned_ == Token::unpaired) returned_ = around.word;
            break;
        case Statement::Kind::Break:
            if (!in_switch_) left_by(around);
            break;
        case Statement::Kind::Continue:
            left_by(around);
            break;
        case Statement::Kind::Block:
        case Statement::Kind::Simple:
            break;
        }
        children(index, statement.first, statement.last, around);
    }

    /// Records a jump out of a loop that the scanner does not recognize, such as a macro.
    void left_by(Around around) {
        if (around.word != Token::unpaired && left_ == Token::unpaired) left_ = around.word;
    }

    Around inside(std::uint32_t statement, Around around) const {
        const std::uint32_t word = sequences_.parting(statement).word;
        return word == Token::unpaired ? around : Around{word, "condition"};
    }

    void branches(std::uint32_t index, Around around) {
        const Statement& statement = context_.tree[index];
        const Sequences::Parting parting = sequences_.parting(index);
        for (std::size_t b = 0; b < statement.branches.size(); ++b) {
            const Branch& branch = statement.branches[b];
            const bool parted = parting.word != Token::unpaired;
            const Around parts{parting.word, "condition"};
            children(branch.owner, branch.condition_first, branch.condition_last,
                     parted && b > parting.from ? parts : around);
            children(branch.owner, branch.first, branch.last, parted && b >= parting.from ? parts : around);
        }
        for (const UnlikeArgument& argument : branch_arguments_.of(function_, index))
            warn_of_argument(argument);
    }

    /// Visits tokens [first, last) of a statement and the children that begin there.
    void children(std::uint32_t owner, std::uint32_t first, std::uint32_t last, Around around) {
        context_.tree.walk(
            owner, first, last, [&](std::uint32_t from, std::uint32_t to) { calls(from, to, around); },
            [&](std::uint32_t child) { visit(child, around); });
    }

    /// If a jump ends the loop early on some ranks, all communication in that loop is uneven.
    void loop(std::uint32_t index, Around around) {
        const std::uint32_t outer_left = left_;
        const bool outer_switch = in_switch_;
        left_ = sequences_.shortened(index);
        in_switch_ = false;
        children(index, context_.tree[index].first, context_.tree[index].last, around);
        left_ = outer_left;
        in_switch_ = outer_switch;
    }

    void cases(std::uint32_t index, Around around) {
        const bool outer_switch = in_switch_;
        in_switch_ = true;
        children(index, context_.tree[index].first, context_.tree[index].last, around);
        in_switch_ = outer_switch;
    }

    void construct(std::uint32_t index, Around around) {
        const Statement& statement = context_.tree[index];
        const Construct& construct = context_.constructs[statement.construct];
        if (construct.communicates() && construct.info->shape != Shape::Start) // what it starts is reported
            report(construct.name, fmt::format("`{}`", context_.text(construct)), around);
        arguments(construct);
        if (construct.info->shape == Shape::Loop && sequences_.depends(function_, construct, 0)) {
            count_of_ = construct.argument(0);
            around = {count, construct.info->name == threads_name ? number_of_threads : "count"};
        }
        if (construct.info->shape == Shape::Loop) return repeated(index, construct, around);
        const bool choice = construct.info->shape == Shape::Choice;
        groups_ += choice ? 1 : 0;
        children(index, statement.first, statement.last, around);
        groups_ -= choice ? 1 : 0;
    }

    /// If ranks agree on the passes of a `\LOOP`, none may leave it alone.
    void repeated(std::uint32_t index, const Construct& construct, Around around) {
        const std::uint32_t returned = returned_;
        loop(index, around);
        if (!construct.agrees_on_passes()) return;
        const bool returns = returned == Token::unpaired && returned_ != Token::unpaired;
        const std::uint32_t cause = returns ? returned_ : sequences_.ended(index);
        if (cause == Token::unpaired) return;
        warn(construct.name, "some ranks may leave this `\\LOOP` early, but all ranks agree on its passes",
             cause, "this condition decides about the jump, and depends on the rank");
    }

    /// Checks arguments that must be the same on all ranks. The result of a member function
    /// (`blocks.bytes()`) need not depend on the rank, even if the object does.
    void arguments(const Construct& construct) {
        if (construct.uses_this_rank) return; // reported as an error
        for (const CommonArgument& argument : common_arguments(construct)) {
            if (!construct.has(argument.index)) continue;
            const RankFunction* const function = construct.function_of(argument.index);
            const std::string_view sender =
                function != nullptr && function->is_name ? context_.text(function->sender) : "";
            for (std::string_view word : context_.words(construct, argument.index))
                if (word != sender && !has_member(word) &&
                    words_.depends(function_, word, context_.token_of(construct)))
                    warn_of_argument(construct.argument(argument.index), argument.name,
                                     context_.text(construct));
        }
    }

    bool has_member(std::string_view word) const {
        const std::size_t next = context_.token_behind(word);
        return context_.tokens.is(next, ".") || context_.tokens.is(next, "->");
    }

    void arguments(std::uint32_t call) {
        const Operation* const operation = communication_.operation(function_, call);
        if (operation == nullptr) return;
        for (const CommonArgument& argument : operation->common) {
            if (argument.name == "datatype" && moves_nothing(call, *operation)) continue;
            const auto [first, last] = call_argument(context_.host, call, argument.index);
            for (std::uint32_t token = first; token < last; ++token)
                if (depends_at(token))
                    warn_of_argument(context_.host.range(token), argument.name, context_.host.word(call));
        }
        for (const CommonData& data : operation->data)
            if (!may_be_in_place(call, data) && !is_zero(call, data.count)) warn_of_data(call, data);
    }

    /// Whether the count is 0, so that the datatype means nothing.
    bool moves_nothing(std::uint32_t call, const Operation& operation) const {
        return std::any_of(
            operation.common.begin(), operation.common.end(),
            [&](const CommonArgument& other) { return other.name == "count" && is_zero(call, other.index); });
    }

    bool is_zero(std::uint32_t call, std::size_t argument) const {
        if (argument == none) return false;
        const auto [first, last] = call_argument(context_.host, call, argument);
        return constants_.value(function_, first, last) == "0";
    }

    /// Whether a rank may pass MPI_IN_PLACE as the buffer, so that count and datatype mean nothing there.
    bool may_be_in_place(std::uint32_t call, const CommonData& data) const {
        const auto [first, last] = call_argument(context_.host, call, data.buffer);
        const bool chosen = last == first + 1 && depends_at(first);
        return chosen || compiler::may_be_in_place(context_.host, call, data);
    }

    /// Warns if the type signature of `data` differs between ranks for sure: the datatype is one of several C
    /// types, or the same C type everywhere while the count depends on the rank.
    void warn_of_data(std::uint32_t call, const CommonData& data) {
        const auto [first, last] = call_argument(context_.host, call, data.datatype);
        const std::vector<std::string> types = constants_.values(function_, first, last);
        const std::uint32_t type = first_dependent({first, last});
        const auto other = [&](const std::string& name) { return types_differ(types.front(), name); };
        if (type != Token::unpaired && std::any_of(types.begin(), types.end(), other))
            return warn_of_argument(context_.host.range(type), "datatype", context_.host.word(call));
        if (data.count == none || types.size() != 1 || !is_c_type(types.front())) return;
        const std::uint32_t count = first_dependent(call_argument(context_.host, call, data.count));
        if (count != Token::unpaired)
            warn_of_argument(context_.host.range(count), "count", context_.host.word(call));
    }

    /// Whether the word at `token` depends on the rank, and is not an object of which a member is used.
    bool depends_at(std::uint32_t token) const {
        return words_.first_dependent(function_, token, token + 1) == token &&
               !context_.host.is(token + 1, ".") && !context_.host.is(token + 1, "->");
    }

    std::uint32_t first_dependent(std::pair<std::uint32_t, std::uint32_t> argument) const {
        for (std::uint32_t token = argument.first; token < argument.second; ++token)
            if (depends_at(token)) return token;
        return Token::unpaired;
    }

    void warn_of_argument(Range where, std::string_view argument, std::string_view operation) {
        if (groups_ > 0 || !warned_.insert(where.begin).second) return;
        context_.diagnostics
            .warning("rank-dependent-argument", where, "the {} of `{}` depends on the rank", argument,
                     operation)
            .hint = "every rank must give the same value; otherwise the run fails";
    }

    void warn_of_argument(const UnlikeArgument& argument) {
        if (groups_ > 0 || !warned_.insert(argument.where.begin).second) return;
        Diagnostic& diagnostic = context_.diagnostics.warning(
            "rank-dependent-argument", argument.where, "the {} of `{}` is `{}` here, but `{}` on other ranks",
            argument.name, argument.operation, argument.value, argument.other_value);
        diagnostic.notes.push_back(
            {fmt::format("it is `{}` here", argument.other_value), argument.other_where});
        diagnostic.hint = "every rank must give the same value; otherwise the run fails";
    }

    void calls(std::uint32_t first, std::uint32_t last, Around around) {
        for (std::uint32_t token = first; token < last; ++token) {
            if (!communication_.at(function_, token)) continue;
            report(context_.host.range(token),
                   fmt::format("`{}`, which communicates,", context_.host.word(token)), around);
            arguments(token);
        }
    }

    void report(Range where, const std::string& what, Around around) {
        if (around.word != Token::unpaired)
            return around.what == number_of_threads ? refuse_threads(where, what)
                                                    : warn_of(where, what, around);
        if (left_ != Token::unpaired)
            return warn(where, fmt::format("{} is in a loop that some ranks leave early", what), left_,
                        "this condition decides about the jump, and depends on the rank");
        if (returned_ != Token::unpaired)
            warn(where, fmt::format("{} is not reached by ranks that returned earlier", what), returned_,
                 "this condition decides about the return, and depends on the rank");
    }

    void warn_of(Range where, const std::string& what, Around around) {
        warn(where, fmt::format("{} is under a {} that depends on the rank", what, around.what), around.word,
             fmt::format("the {} is here", around.what));
    }

    /// Thread t communicates with thread t of other ranks, so ranks with fewer threads leave some waiting.
    void refuse_threads(Range where, const std::string& what) {
        if (groups_ > 0 || !warned_.insert(where.begin).second) return;
        Diagnostic& diagnostic = context_.diagnostics.error(
            "rank-dependent", where, fmt::format("{} is in threads whose number depends on the rank", what));
        diagnostic.notes.push_back({"the number of threads is here", count_of_});
        diagnostic.hint = "give all ranks the same number of threads: thread t communicates with thread t of "
                          "other ranks, which would wait forever";
    }

    void warn(Range where, std::string message, std::uint32_t cause, std::string note) {
        if (groups_ > 0 || !warned_.insert(where.begin).second) return;
        Diagnostic& diagnostic = context_.diagnostics.warning("rank-dependent", where, std::move(message));
        diagnostic.notes.push_back(
            {std::move(note), cause == count ? count_of_ : context_.host.range(cause)});
        diagnostic.hint = "every rank must reach communication constructs equally often and in the same "
                          "order, or the run hangs";
    }

    static constexpr std::string_view threads_name = "THREADS", number_of_threads = "number of threads";
    static constexpr std::uint32_t count = Token::unpaired - 1; ///< represents the count of a `\LOOP`

    const CheckContext& context_;
    const RankVariables& words_;
    const Communication& communication_;
    const Constants& constants_;
    Sequences sequences_;
    BranchArguments branch_arguments_;
    std::set<std::size_t> warned_;
    Range count_of_;
    std::size_t function_ = 0;
    bool in_switch_ = false;
    /// The number of `\AMONG` around: inside, a value may differ between ranks but be the same in each group.
    int groups_ = 0;
    std::uint32_t left_ = Token::unpaired;
    std::uint32_t returned_ = Token::unpaired;
};

} // namespace

void check_rank_dependence(const CheckContext& context) {
    const Variables variables(context);
    const std::vector<Write> writes = find_writes(context, variables);
    const Known known(context, variables, writes);
    const RankVariables words(context, variables, known);
    if (!words.any()) return;
    const Communication communication(context, known);
    const Constants constants(context.host, variables, writes);
    Walk(context, words, communication, constants).run();
}

} // namespace loop::compiler
