#include "compiler/check/rank_variables.h"

#include "compiler/check/operations.h"
#include "compiler/check/values.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace loop::compiler {

/// Propagates rank dependence through the functions of the file until nothing changes.
class RankVariables::Flow {
public:
    Flow(const CheckContext& context, const Variables& variables, const Known& known)
        : context_(context), host_(context.host), variables_(variables),
          conditions_(context.host, known,
                      [this](std::size_t function, std::uint32_t first, std::uint32_t last) {
                          return first_dependent(function, first, last) != Token::unpaired;
                      }) {
        for (const Function& function : context.tree.functions) {
            by_name_[function.name].push_back(scopes_.size());
            scopes_.push_back(read_scope(function));
        }
        for (const Construct& construct : context.constructs)
            if (construct.iterator && construct.has(0) && construct.function < scopes_.size())
                scopes_[construct.function].counted.push_back(&construct);
        find_uniform();
        find_sources();
        bool changed = !dependent_.empty();
        for (int pass = 0; changed && pass < longest_chain; ++pass) {
            changed = false;
            for (std::size_t f = 0; f < scopes_.size(); ++f)
                changed = flow(f) || changed;
        }
    }

    bool any() const { return !dependent_.empty(); }
    const Conditions& conditions() const { return conditions_; }

    std::uint32_t first_dependent(std::size_t function, std::uint32_t first, std::uint32_t last) const {
        for (std::uint32_t token = first; token < last; ++token) {
            if (!host_.is_word(token) || is_member(host_, token)) continue;
            const std::string_view word = host_.word(token);
            if (depends(function, word, token)) return token;
            if (host_.is(token + 1, "(") && returns_.count(word) != 0) return token;
        }
        return Token::unpaired;
    }

    bool depends(std::size_t function, std::string_view word, std::size_t token) const {
        return names_.count(word) != 0 && dependent_.count(variables_.at(function, word, token)) != 0;
    }

private:
    /// At most this many passes through the file, to bound the time for chains of assignments in reverse
    /// order.
    static constexpr int longest_chain = 50;

    struct Scope {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::vector<std::uint32_t> parameters; ///< tokens of their names
        std::vector<const Construct*> counted; ///< loops with an iterator and a count
    };

    Scope read_scope(const Function& function) const {
        Scope scope;
        const Statement& body = context_.tree[function.body];
        scope.first = body.first;
        scope.last = body.last;
        scope.parameters = parameter_names(host_, context_.tree, function);
        return scope;
    }

    void find_uniform() {
        for (std::size_t f = 0; f < scopes_.size(); ++f)
            for (std::uint32_t token = scopes_[f].first; token < scopes_[f].last; ++token) {
                const Operation* const call = find_operation(host_, token);
                if (call == nullptr || call->spread == none) continue;
                const auto [first, last] = call_argument(host_, token, call->spread);
                const std::uint32_t name = host_.is(first, "&") ? first + 1 : first;
                if (name < last) uniform_.insert(variables_.at(f, host_.word(name), name));
            }
        for (const Construct& construct : context_.constructs)
            if (construct.function < scopes_.size()) find_spread(construct);
    }

    /// The data that the construct makes the same on all ranks.
    void find_spread(const Construct& construct) {
        const auto& spread = construct.info->spreads;
        for (std::size_t i = 0; i < construct.info->parameters.size(); ++i)
            if (std::find(spread.begin(), spread.end(), construct.info->parameters[i].name) != spread.end())
                for (std::string_view word : context_.words(construct, i))
                    uniform_.insert(variables_.at(construct.function, word, context_.token_of(construct)));
    }

    void find_sources() {
        for (const Construct& construct : context_.constructs)
            if (construct.info->shape == Shape::Open)
                for (const Variables::Variable& variable : variables_.set_by(construct, 1))
                    mark(variable);
        for (std::size_t f = 0; f < scopes_.size(); ++f)
            for (std::uint32_t token = scopes_[f].first; token < scopes_[f].last; ++token)
                if (host_.is_called(token) &&
                    (host_.is(token, "who0") || host_.is(token, "open0") || host_.is(token, "MPI_Comm_rank")))
                    mark_argument(f, token + 1, 1);
    }

    /// Marks the words of an argument of the call whose parenthesis is at `open`.
    void mark_argument(std::size_t function, std::uint32_t open, std::size_t wanted) {
        if (!host_.is(open, "(")) return;
        std::size_t index = 0;
        for (std::uint32_t token = open + 1; token < close_of(host_, open); ++token) {
            if (host_.is(token, ","))
                ++index;
            else if (index == wanted && host_.is_word(token))
                mark(function, token);
        }
    }

    bool mark(std::size_t function, std::uint32_t token) { return mark(function, host_.word(token), token); }

    bool mark(std::size_t function, std::string_view word, std::size_t token) {
        if (function >= scopes_.size() || is_keyword(word)) return false;
        return mark(variables_.at(function, word, token));
    }

    bool mark(const Variables::Variable& variable) {
        if (uniform_.count(variable) != 0) return false;
        names_.insert(variable.first);
        return dependent_.insert(variable).second;
    }

    // -- one pass of the flow through a function
    bool flow(std::size_t function) {
        Scope& scope = scopes_[function];
        bool changed = iterators(function);
        for (std::uint32_t token = scope.first; token < scope.last; ++token) {
            if (is_assignment(host_, token))
                changed = assign(function, token, Token::unpaired) || changed;
            else if (is_initialisation(host_, token))
                changed = initialise(function, token) || changed;
            else if (host_.is(token, "return"))
                changed = returned(function, token) || changed;
            else if (host_.is(token, "("))
                changed = pass_arguments(function, token) || changed;
        }
        return under_conditions(function) || changed;
    }

    /// `uneven`: the first token of the innermost statement that not every rank reaches; Token::unpaired if
    /// there is none.
    bool assign(std::size_t function, std::uint32_t token, std::uint32_t uneven) {
        const std::uint32_t variable = assigned_variable(host_, token);
        if (variable == Token::unpaired || depends(function, host_.word(variable), variable)) return false;
        if (uneven != Token::unpaired) {
            const bool lives_there =
                variables_.declared_behind(function, host_.word(variable), variable, uneven);
            return !lives_there && mark(function, variable);
        }
        const std::uint32_t end = end_of_expression(host_, token + 1, scopes_[function].last);
        return first_dependent(function, token + 1, end) != Token::unpaired && mark(function, variable);
    }

    bool initialise(std::size_t function, std::uint32_t open) {
        if (depends(function, host_.word(open - 1), open - 1)) return false;
        return first_dependent(function, open + 1, close_of(host_, open)) != Token::unpaired &&
               mark(function, open - 1);
    }

    bool returned(std::size_t function, std::uint32_t token) {
        const std::uint32_t end = end_of_expression(host_, token + 1, scopes_[function].last);
        if (first_dependent(function, token + 1, end) == Token::unpaired) return false;
        return returns_.insert(context_.tree.functions[function].name).second;
    }

    bool pass_arguments(std::size_t function, std::uint32_t open) {
        if (open == 0 || !host_.is_word(open - 1)) return false;
        bool changed = false;
        const auto callees = by_name_.find(host_.word(open - 1));
        if (callees == by_name_.end()) return false;
        for (std::size_t callee : callees->second) {
            std::uint32_t begin = open + 1;
            for (std::uint32_t parameter : scopes_[callee].parameters) {
                const std::uint32_t end = end_of_expression(host_, begin, close_of(host_, open));
                if (parameter != Token::unpaired && first_dependent(function, begin, end) != Token::unpaired)
                    changed = mark(callee, parameter) || changed;
                begin = end + 1;
            }
        }
        return changed;
    }

    bool iterators(std::size_t function) {
        bool changed = false;
        for (const Construct* construct : scopes_[function].counted)
            if (is_uneven(function, *construct))
                changed =
                    mark(function, context_.text(*construct->iterator), context_.token_of(*construct)) ||
                    changed;
        return changed;
    }

    /// Whether ranks may execute different passes of the loop.
    bool is_uneven(std::size_t function, const Construct& loop) const {
        const std::vector<std::string_view> words = context_.words(loop, 0);
        return loop.info->shared_passes ||
               std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                   return depends(function, word, context_.token_of(loop));
               });
    }

    /// Tokens [first, last) that not every rank reaches.
    struct Uneven {
        std::uint32_t first;
        std::uint32_t last;
    };

    /// Appends the uneven ranges of a statement and its children.
    void find_uneven(std::size_t function, std::uint32_t index, std::vector<Uneven>& found) const {
        const Statement& statement = context_.tree[index];
        for (const Branch& branch : statement.branches)
            if (conditions_.of(function, branch.condition_first, branch.condition_last) == Holds::Varies) {
                found.push_back({branch.first, statement.branches.back().last});
                break;
            }
        if (statement.kind == Statement::Kind::Construct &&
            context_.constructs[statement.construct].info->shared_passes)
            found.push_back({statement.first, statement.last});
        for (std::uint32_t child : statement.children)
            find_uneven(function, child, found);
    }

    /// Marks variables that are assigned in a statement that not every rank reaches, and that outlive it.
    bool under_conditions(std::size_t function) {
        const std::uint32_t body = context_.tree.functions[function].body;
        std::vector<Uneven> all;
        find_uneven(function, body, all);
        std::sort(all.begin(), all.end(), [](const Uneven& a, const Uneven& b) { return a.first < b.first; });
        std::vector<Uneven> around;
        auto next = all.begin();
        bool changed = false;
        for (std::uint32_t token = all.empty() ? Token::unpaired : all.front().first;
             token < context_.tree[body].last; ++token) {
            for (; next != all.end() && next->first <= token; ++next)
                around.push_back(*next);
            while (!around.empty() && around.back().last <= token)
                around.pop_back();
            if (!around.empty() && is_assignment(host_, token))
                changed = assign(function, token, around.back().first) || changed;
        }
        return changed;
    }

    const CheckContext& context_;
    const HostCode& host_;
    const Variables& variables_;
    std::vector<Scope> scopes_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
    std::unordered_set<std::string_view> returns_; ///< functions that return what depends on the rank
    std::unordered_set<std::string_view> names_; ///< names of the dependent variables, for a quick first test
    std::set<Variables::Variable> dependent_;
    std::set<Variables::Variable> uniform_;
    Conditions conditions_;
};

RankVariables::RankVariables(const CheckContext& context, const Variables& variables, const Known& known)
    : flow_(new Flow(context, variables, known)) {}
RankVariables::~RankVariables() = default;

bool RankVariables::any() const {
    return flow_->any();
}

bool RankVariables::depends(std::size_t function, std::string_view word, std::size_t token) const {
    return flow_->depends(function, word, token);
}

const Conditions& RankVariables::conditions() const {
    return flow_->conditions();
}

std::uint32_t RankVariables::first_dependent(std::size_t function, std::uint32_t first,
                                             std::uint32_t last) const {
    return flow_->first_dependent(function, first, last);
}

} // namespace loop::compiler
