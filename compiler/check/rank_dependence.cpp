#include "compiler/check/sequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

/// Communication constructs cannot deadlock if every rank reaches them in the same order. This check finds
/// places where that may fail: a condition, a count, or an early exit that depends on the rank (see
/// RankVariables), and an argument that depends on the rank but should be the same everywhere. A condition
/// that is the same on all ranks (see Conditions) is allowed, and so are branches with the same communication
/// (see Sequences). Collective operations of PICL and MPI in host code are treated like constructs. These are
/// warnings, as only the run can show whether ranks really diverge.
namespace loop::compiler {

namespace {

/// Walks the functions and warns of communication that a rank may not reach.
class Walk {
public:
    Walk(const CheckContext& context, const RankVariables& words, const Communication& communication)
        : context_(context), words_(words), communication_(communication),
          sequences_(context, words, communication) {}

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
        std::string_view what = "";
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
        if (construct.info->communicates)
            report(construct.name, fmt::format("`{}`", context_.text(construct)), around);
        arguments(construct);
        if (construct.info->shape == Shape::Loop && sequences_.depends(function_, construct, 0)) {
            count_of_ = construct.argument(0);
            around = {count, "count"};
        }
        if (construct.info->shape == Shape::Loop) return loop(index, around);
        children(index, statement.first, statement.last, around);
    }

    /// Checks arguments that must be the same on all ranks. The result of a member function
    /// (`blocks.bytes()`) need not depend on the rank, even if the object does.
    void arguments(const Construct& construct) {
        for (const CommonArgument& argument : common_arguments(construct)) {
            if (!construct.has(argument.index)) continue;
            const std::string_view text = context_.text(construct.argument(argument.index));
            for (std::string_view word : free_words(text))
                if (!has_member(text, word) && words_.depends(function_, word, context_.token_of(construct)))
                    warn_of_argument(construct.argument(argument.index), argument.name,
                                     context_.text(construct));
        }
    }

    static bool has_member(std::string_view text, std::string_view word) {
        const std::size_t end = static_cast<std::size_t>(word.data() - text.data()) + word.size();
        return text.substr(end, 1) == "." || text.substr(end, 2) == "->";
    }

    void arguments(std::uint32_t call) {
        const Operation* const operation = communication_.operation(function_, call);
        if (operation == nullptr) return;
        for (const CommonArgument& argument : operation->common) {
            const auto [first, last] = call_argument(context_.host, call, argument.index);
            for (std::uint32_t token = first; token < last; ++token)
                if (words_.first_dependent(function_, token, token + 1) == token &&
                    !context_.host.is(token + 1, ".") && !context_.host.is(token + 1, "->"))
                    warn_of_argument(context_.host.range(token), argument.name, operation->name);
        }
    }

    void warn_of_argument(Range where, std::string_view argument, std::string_view operation) {
        if (!warned_.insert(where.begin).second) return;
        context_.diagnostics
            .warning("rank-dependent-argument", where, "the {} of `{}` depends on the rank", argument,
                     operation)
            .hint = "every rank must give the same value; otherwise the run fails";
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
            return warn(where, fmt::format("{} is under a {} that depends on the rank", what, around.what),
                        around.word, fmt::format("the {} is here", around.what));
        if (left_ != Token::unpaired)
            return warn(where, fmt::format("{} is in a loop that some ranks leave early", what), left_,
                        "the condition of the jump depends on the rank here");
        if (returned_ != Token::unpaired)
            warn(where, fmt::format("{} is not reached by ranks that returned earlier", what), returned_,
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

    static constexpr std::uint32_t count = Token::unpaired - 1; ///< represents the count of a `\LOOP`

    const CheckContext& context_;
    const RankVariables& words_;
    const Communication& communication_;
    Sequences sequences_;
    std::set<std::size_t> warned_;
    Range count_of_;
    std::size_t function_ = 0;
    bool in_switch_ = false;
    std::uint32_t left_ = Token::unpaired;
    std::uint32_t returned_ = Token::unpaired;
};

} // namespace

void check_rank_dependence(const CheckContext& context) {
    const Variables variables(context);
    const Known known(context, variables);
    const RankVariables words(context, variables, known);
    if (!words.any()) return;
    const Communication communication(context, known);
    Walk(context, words, communication).run();
}

} // namespace loop::compiler
