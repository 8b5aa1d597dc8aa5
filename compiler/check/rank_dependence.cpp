#include "check/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

/// Communication constructs cannot deadlock when every rank reaches them in the same order. This check looks
/// for the places where that may fail: a condition, a count or an early exit that depends on the rank.
///
/// A variable depends on the rank when its value comes from \OPEN0's `me`, from who0 or from MPI_Comm_rank,
/// when it is computed from one that does, or when it is assigned under a condition that does. A variable
/// that a broadcast or an all-reduction has passed through is the same everywhere and never depends. Order of
/// statements is not looked at, but for early exits: so this is a warning.
namespace loop::compiler {

namespace {

/// Words that depend on the rank, by function; where each was first seen to.
class RankDependentWords {
public:
    explicit RankDependentWords(const CheckContext& context) : context_(context), host_(context.host) {
        for (const Function& function : context.tree.functions) {
            by_name_[function.name].push_back(scopes_.size());
            scopes_.push_back(read_scope(function));
        }
        for (const Construct& construct : context.constructs)
            if (construct.iterator && construct.has(0) && construct.function < scopes_.size())
                scopes_[construct.function].counted.push_back(&construct);
        find_uniform();
        find_sources();
        if (!found_) return;
        bool changed = true;
        for (int pass = 0; changed && pass < longest_chain; ++pass) {
            changed = false;
            for (std::size_t f = 0; f < scopes_.size(); ++f)
                changed = flow(f) || changed;
        }
    }

    bool any() const { return found_; }

    /// The first word of tokens [first, last) that depends on the rank, or Token::unpaired.
    std::uint32_t first_dependent(std::size_t function, std::uint32_t first, std::uint32_t last) const {
        for (std::uint32_t token = first; token < last; ++token) {
            if (host_.tokens[token].kind != Token::Kind::Word || is_member(token)) continue;
            const std::string_view word = host_.word(token);
            if (depends(function, word)) return token;
            if (host_.is(token + 1, "(") && returns_.count(word) != 0) return token;
        }
        return Token::unpaired;
    }

    bool depends(std::size_t function, std::string_view word) const {
        return function < scopes_.size() && scopes_[function].dependent.count(word) != 0;
    }

private:
    /// Passes of the flow through the file: a bound on time, for chains of assignments written backwards.
    static constexpr int longest_chain = 50;

    struct Scope {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::vector<std::string_view> parameters;
        std::vector<const Construct*> counted; ///< loops with an iterator and a count
        std::unordered_set<std::string_view> dependent;
        std::unordered_set<std::string_view> uniform;
    };

    bool is_member(std::uint32_t token) const {
        return token > 0 && (host_.is(token - 1, ".") || host_.is(token - 1, "->"));
    }

    Scope read_scope(const Function& function) const {
        Scope scope;
        const Statement& body = context_.tree[function.body];
        scope.first = body.first;
        scope.last = body.last;
        for (std::uint32_t token = function.header_first; token < body.first; ++token) {
            if (!host_.is(token, "(")) continue;
            const std::uint32_t close = host_.tokens[token].partner;
            if (close != Token::unpaired) read_parameters(scope, token + 1, close);
            break;
        }
        return scope;
    }

    void read_parameters(Scope& scope, std::uint32_t first, std::uint32_t close) const {
        std::string_view last_word;
        for (std::uint32_t token = first; token <= close; ++token) {
            if (host_.is(token, ",") || token == close) {
                scope.parameters.push_back(last_word);
                last_word = {};
            } else if (host_.tokens[token].kind == Token::Kind::Word) {
                last_word = host_.word(token);
            }
        }
    }

    std::uint32_t close_of(std::uint32_t open) const {
        const std::uint32_t partner = host_.tokens[open].partner;
        return partner == Token::unpaired || partner < open ? open : partner;
    }

    void find_uniform() {
        static const std::unordered_set<std::string_view> collectives = {
            "MPI_Bcast", "MPI_Allreduce", "MPI_Allgather", "MPI_Allgatherv", "bcast0", "bcast1"};
        for (Scope& scope : scopes_)
            for (std::uint32_t token = scope.first; token < scope.last; ++token)
                if (host_.tokens[token].kind == Token::Kind::Word &&
                    collectives.count(host_.word(token)) != 0 && host_.is(token + 1, "("))
                    for (std::uint32_t inner = token + 2; inner < close_of(token + 1); ++inner)
                        if (host_.is(inner - 1, "&") || host_.is(inner - 1, ",") || host_.is(inner - 1, "("))
                            scope.uniform.insert(host_.word(inner));
        for (const Construct& construct : context_.constructs)
            if (construct.info->name == "TREE_BCAST" && construct.has(0) &&
                construct.function < scopes_.size())
                for (std::string_view word : free_words(context_.text(construct.argument(0))))
                    scopes_[construct.function].uniform.insert(word);
    }

    void find_sources() {
        for (const Construct& construct : context_.constructs)
            if (construct.info->shape == Shape::Open && construct.has(1))
                for (std::string_view word : free_words(context_.text(construct.argument(1))))
                    mark(construct.function, word);
        for (std::size_t f = 0; f < scopes_.size(); ++f)
            for (std::uint32_t token = scopes_[f].first; token < scopes_[f].last; ++token)
                if (host_.is(token, "who0") || host_.is(token, "open0") || host_.is(token, "MPI_Comm_rank"))
                    mark_argument(f, token + 1, 1);
    }

    /// Marks the words of an argument of the call whose bracket is at `open`.
    void mark_argument(std::size_t function, std::uint32_t open, std::size_t wanted) {
        if (!host_.is(open, "(")) return;
        std::size_t index = 0;
        for (std::uint32_t token = open + 1; token < close_of(open); ++token) {
            if (host_.is(token, ","))
                ++index;
            else if (index == wanted && host_.tokens[token].kind == Token::Kind::Word)
                mark(function, host_.word(token));
        }
    }

    bool mark(std::size_t function, std::string_view word) {
        if (function >= scopes_.size() || is_keyword(word) || scopes_[function].uniform.count(word) != 0)
            return false;
        found_ = true;
        return scopes_[function].dependent.insert(word).second;
    }

    // -- one pass of the flow through a function
    // -----------------------------------------------------------------------
    bool flow(std::size_t function) {
        Scope& scope = scopes_[function];
        bool changed = iterators(function);
        for (std::uint32_t token = scope.first; token < scope.last; ++token) {
            if (is_assignment(token))
                changed = assign(function, token, false) || changed;
            else if (is_initialisation(token))
                changed = initialise(function, token) || changed;
            else if (host_.is(token, "return"))
                changed = returned(function, token) || changed;
            else if (host_.is(token, "("))
                changed = pass_arguments(function, token) || changed;
        }
        return under_conditions(function, context_.tree.functions[function].body, false) || changed;
    }

    bool is_assignment(std::uint32_t token) const {
        static const std::unordered_set<std::string_view> operators = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
        return host_.tokens[token].kind == Token::Kind::Punctuation &&
               operators.count(host_.word(token)) != 0;
    }

    /// The variable on the left of the operator at `token`: the name before subscripts and members.
    std::string_view target(std::uint32_t token) const {
        while (token > 0) {
            --token;
            if (host_.is(token, "]") && host_.tokens[token].partner < token)
                token = host_.tokens[token].partner;
            else if (host_.tokens[token].kind == Token::Kind::Word && !is_member(token))
                return host_.word(token);
            else if (host_.tokens[token].kind != Token::Kind::Word && !host_.is(token, ".") &&
                     !host_.is(token, "->"))
                return {};
        }
        return {};
    }

    std::uint32_t end_of_expression(std::uint32_t token, std::uint32_t last) const {
        while (token < last && !host_.is(token, ";") && !host_.is(token, ",") && !host_.is(token, ")") &&
               !host_.is(token, "}")) {
            const bool bracket = host_.is(token, "(") || host_.is(token, "[") || host_.is(token, "{");
            token = bracket ? close_of(token) + 1 : token + 1;
        }
        return token;
    }

    bool assign(std::size_t function, std::uint32_t token, bool conditional) {
        const std::string_view variable = target(token);
        if (variable.empty() || depends(function, variable)) return false;
        const std::uint32_t end = end_of_expression(token + 1, scopes_[function].last);
        if (!conditional && first_dependent(function, token + 1, end) == Token::unpaired) return false;
        return mark(function, variable);
    }

    /// `int n(me)` and `int n{me}`.
    bool is_initialisation(std::uint32_t token) const {
        return token >= 2 && (host_.is(token, "(") || host_.is(token, "{")) &&
               host_.tokens[token - 1].kind == Token::Kind::Word && !is_keyword(host_.word(token - 1)) &&
               host_.tokens[token - 2].kind == Token::Kind::Word &&
               (is_type_keyword(host_.word(token - 2)) || !is_keyword(host_.word(token - 2)));
    }

    bool initialise(std::size_t function, std::uint32_t open) {
        if (depends(function, host_.word(open - 1))) return false;
        return first_dependent(function, open + 1, close_of(open)) != Token::unpaired &&
               mark(function, host_.word(open - 1));
    }

    bool returned(std::size_t function, std::uint32_t token) {
        const std::uint32_t end = end_of_expression(token + 1, scopes_[function].last);
        if (first_dependent(function, token + 1, end) == Token::unpaired) return false;
        return returns_.insert(context_.tree.functions[function].name).second;
    }

    bool pass_arguments(std::size_t function, std::uint32_t open) {
        if (open == 0 || host_.tokens[open - 1].kind != Token::Kind::Word) return false;
        bool changed = false;
        const auto callees = by_name_.find(host_.word(open - 1));
        if (callees == by_name_.end()) return false;
        for (std::size_t callee : callees->second) {
            std::uint32_t begin = open + 1;
            for (std::string_view parameter : scopes_[callee].parameters) {
                const std::uint32_t end = end_of_expression(begin, close_of(open));
                if (first_dependent(function, begin, end) != Token::unpaired)
                    changed = mark(callee, parameter) || changed;
                begin = end + 1;
            }
        }
        return changed;
    }

    bool iterators(std::size_t function) {
        bool changed = false;
        for (const Construct* construct : scopes_[function].counted)
            for (std::string_view word : free_words(context_.text(construct->argument(0))))
                if (depends(function, word))
                    changed = mark(function, context_.text(*construct->iterator)) || changed;
        return changed;
    }

    bool under_conditions(std::size_t function, std::uint32_t index, bool conditional) {
        const Statement& statement = context_.tree[index];
        const bool here =
            first_dependent(function, statement.condition_first, statement.condition_last) != Token::unpaired;
        bool changed = false;
        if (here && !conditional)
            for (std::uint32_t token = statement.condition_last; token < statement.last; ++token)
                if (is_assignment(token)) changed = assign(function, token, true) || changed;
        for (std::uint32_t child : statement.children)
            changed = under_conditions(function, child, conditional || here) || changed;
        return changed;
    }

    const CheckContext& context_;
    const HostText& host_;
    std::vector<Scope> scopes_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
    std::unordered_set<std::string_view> returns_;
    bool found_ = false;
};

/// Walks a function and warns of communication where a rank may be missing.
class Walk {
public:
    Walk(const CheckContext& context, const RankDependentWords& words) : context_(context), words_(words) {
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
            if (words_.depends(function_, word)) return count;
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
    const RankDependentWords& words_;
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
    const RankDependentWords words(context);
    if (words.any()) Walk(context, words).run();
}

} // namespace loop::compiler
