#include "compiler/check/checks.h"
#include "compiler/check/known_variables.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

using Kind = ParameterKind;

bool is_rank_function(const Parameter& parameter) {
    constexpr Kind functions[] = {Kind::Pairs, Kind::Sizes,  Kind::Blocks, Kind::PairBlocks,
                                  Kind::Where, Kind::Groups, Kind::Order};
    return std::find(std::begin(functions), std::end(functions), parameter.kind) != std::end(functions);
}

bool has_rank_functions(const Construct& construct) {
    const std::vector<Parameter>& all = construct.info->parameters;
    return std::any_of(all.begin(), all.end(), is_rank_function);
}

class RankFunctionCheck {
public:
    RankFunctionCheck(const CheckContext& context, const KnownVariables& known, Construct& construct)
        : context_(context), known_(known), construct_(construct), info_(*construct.info) {}

    void run() {
        construct_.functions.resize(info_.parameters.size());
        for (std::size_t i = 0; i < info_.parameters.size(); ++i)
            if (construct_.has(i) && !construct_.argument(i).empty()) split(i);
        for (std::size_t i = 0; i < info_.parameters.size(); ++i)
            if (construct_.has(i) && uses_name_of_first(info_.parameters[i])) by_name(i);
        for (std::size_t i = 0; i < info_.parameters.size(); ++i)
            if (construct_.has(i) && !info_.parameters[i].common.empty()) this_rank(i);
        places();
    }

private:
    std::string name() const { return std::string(context_.text(construct_)); }

    static bool names_ranks(const Parameter& parameter) {
        return parameter.kind == Kind::Pairs || parameter.kind == Kind::Groups;
    }
    static bool uses_name_of_first(const Parameter& parameter) {
        return parameter.kind == Kind::Where || parameter.kind == Kind::Order;
    }

    void split(std::size_t i) {
        const Parameter& parameter = info_.parameters[i];
        if (uses_name_of_first(parameter) || !is_rank_function(parameter)) return;
        const Range argument = construct_.argument(i);
        const std::optional<ast::Arrow>& arrow = construct_.arrows[i];
        if (!arrow) {
            if (names_ranks(parameter)) no_arrow(parameter, argument);
            return;
        }
        if (arrow->result.empty()) {
            context_.diagnostics.error("arrow", argument, "nothing follows the `->` of argument `{}` of `{}`",
                                       parameter.name, name());
            return;
        }
        RankFunction function;
        function.sender = arrow->sender;
        function.is_name = is_name(arrow->sender);
        function.result = arrow->result;
        if (parameter.kind == Kind::PairBlocks) read_two_names(*arrow, function);
        if (parameter.kind != Kind::Pairs && !function.is_name) return unnamed(parameter, *arrow);
        if (function.is_name && known_.contains(construct_, context_.text(function.sender)))
            return declared(function.sender, parameter);
        if (!function.receiver.empty() && known_.contains(construct_, context_.text(function.receiver)))
            return declared(function.receiver, parameter);
        if (parameter.kind != Kind::Pairs && !names_ranks(parameter) && may_be_member(function))
            return member(function, parameter);
        construct_.functions[i] = function;
        find_variables(*construct_.functions[i]);
    }

    /// Whether it looks like `mesh->bytes`: without blanks, and the same for all senders.
    bool may_be_member(const RankFunction& function) const {
        const Code result = context_.code(function.result);
        if (!function.is_name || !function.receiver.empty() || !result.is_word(0) ||
            function.result.begin != function.sender.end + 2)
            return false;
        const auto words = free_words(result);
        return std::find(words.begin(), words.end(), context_.text(function.sender)) == words.end();
    }

    void member(const RankFunction& function, const Parameter& parameter) {
        const std::string_view sender = context_.text(function.sender),
                               result = context_.text(function.result);
        context_.diagnostics
            .error("arrow", {function.sender.begin, function.result.end},
                   "argument `{}` of `{}` may be a member of `{}`, or a function of a sender with this name",
                   parameter.name, name(), sender)
            .hint =
            fmt::format("a member needs parentheses: `({}->{})`; a function whose result is the same for "
                        "every rank needs blanks: `{} -> {}`",
                        sender, result, sender, result);
    }

    /// `(r, s)`
    void read_two_names(const ast::Arrow& arrow, RankFunction& function) const {
        if (!arrow.first || !is_name(*arrow.first) || !is_name(*arrow.second)) return;
        if (context_.text(*arrow.first) == context_.text(*arrow.second)) return;
        function.sender = *arrow.first;
        function.receiver = *arrow.second;
        function.is_name = true;
    }

    void unnamed(const Parameter& parameter, const ast::Arrow& arrow) {
        const auto report = [&](std::string_view what, const char* hint) {
            context_.diagnostics
                .error("arrow", arrow.sender, "argument `{}` of `{}` must name the {}, not `{}`",
                       parameter.name, name(), what, context_.text(arrow.sender))
                .hint = hint;
        };
        if (parameter.kind == Kind::Sizes)
            return report("sender", "a size that depends on the sender is a function of it: `r -> 8 * r`");
        if (parameter.kind == Kind::Blocks)
            return report("rank", "a size that depends on the rank is a function of it: `r -> 8 * r`");
        if (parameter.kind == Kind::PairBlocks)
            return report("sender, or sender and receiver", "give both new names: `(r, s) -> 8 * (r + s)`");
        report("rank", "the group is a function of the rank: `r -> r / 4`");
    }

    void no_arrow(const Parameter& parameter, Range argument) {
        const bool pairs = parameter.kind == Kind::Pairs;
        context_.diagnostics
            .error("arrow", argument, "argument `{}` of `{}` must be {}, not `{}`", parameter.name, name(),
                   pairs ? "pairs of ranks" : "a function of the rank", context_.text(argument))
            .hint =
            pairs ? "write the receivers as a function of the sender, `r -> r + 1`, or one pair, `0 -> 1`"
                  : "write the group as a function of the rank: `r -> r / 4`, or `r -> r > 0`";
    }

    void declared(Range name, const Parameter& parameter) {
        const std::string_view sender = context_.text(name);
        Diagnostic& diagnostic = context_.diagnostics.error(
            "arrow", name, "`{}` is a variable; name the sender anew: `r -> r + 1`", sender);
        if (parameter.kind == Kind::Blocks || parameter.kind == Kind::PairBlocks) {
            diagnostic.hint = "a size is a function of the rank, or for \\ALLTOALL of sender and receiver";
            return;
        }
        diagnostic.hint = fmt::format("if you mean the one sender with this number, write `({}) -> ...`; a "
                                      "member `{}->...` needs parentheses",
                                      sender, sender);
    }

    /// A condition uses the sender's name from PAIRS, an order the rank's name from VALUE.
    void by_name(std::size_t i) {
        for (std::size_t p = 0; p < info_.parameters.size(); ++p) {
            const RankFunction* const pairs = construct_.function_of(p);
            if (pairs == nullptr || !names_ranks(info_.parameters[p])) continue;
            RankFunction function;
            function.sender = pairs->sender;
            function.is_name = pairs->is_name;
            function.result = construct_.argument(i);
            construct_.functions[i] = function;
            find_variables(*construct_.functions[i]);
        }
    }

    void find_variables(RankFunction& function) const {
        const std::string_view sender = function.is_name ? context_.text(function.sender) : "";
        const std::string_view receiver = function.receiver.empty() ? "" : context_.text(function.receiver);
        for (const std::string_view word : free_words(context_.code(function.result))) {
            if (word == sender || word == receiver) {
                (word == sender ? function.uses_name : function.uses_receiver) = true;
                continue;
            }
            if (!known_.contains(construct_, word)) function.afresh = true;
            const std::string variable(word);
            std::vector<std::string>& all = function.variables;
            if (std::find(all.begin(), all.end(), variable) == all.end()) all.push_back(variable);
        }
    }

    void this_rank(std::size_t i) {
        const RankFunction* const function = construct_.function_of(i);
        const Range code = function != nullptr ? function->result : construct_.argument(i);
        const std::string_view sender =
            function != nullptr && function->is_name ? context_.text(function->sender) : "";
        const std::string_view receiver =
            function != nullptr && !function->receiver.empty() ? context_.text(function->receiver) : "";
        for (const std::string_view word : free_words(context_.code(code))) {
            if (word == sender || word == receiver || !known_.is_this_rank(construct_, word)) continue;
            construct_.uses_this_rank = true;
            const std::size_t begin = static_cast<std::size_t>(word.data() - context_.source.text().data());
            context_.diagnostics
                .error("this-rank", {begin, begin + word.size()},
                       "`{}` is another number on each rank, but the {} of `{}` must be the same on all",
                       word, info_.parameters[i].common, name())
                .hint = info_.shape == Shape::Choice
                            ? "use the rank's name: `r -> r / 4` is evaluated for every rank"
                            : "use the sender's name: `r -> r + 1` is evaluated for every rank";
            return;
        }
    }

    bool is_name(Range range) const { return context_.code(range).is_one_name(); }

    /// Whether code may contain a template, whose commas separate nothing.
    bool may_have_template(const Code& code) const {
        return std::any_of(code.begin(), code.end(),
                           [&](const Token& token) { return code.word(token)[0] == '<'; });
    }

    /// The number of expressions in a list; none if there is no list, or if it may contain a template.
    std::optional<std::size_t> length_of(std::size_t i) const {
        const auto& list = construct_.lists[i];
        const bool is_clear = list && !may_have_template(context_.code(construct_.argument(i)));
        return is_clear ? std::optional(list->size()) : std::nullopt;
    }

    /// Lists by place must have the same length.
    void places() {
        std::optional<std::size_t> places;
        Range where;
        for (const Kind wanted : {Kind::Pairs, Kind::Sizes, Kind::Places})
            for (std::size_t i = 0; i < info_.parameters.size(); ++i) {
                if (info_.parameters[i].kind != wanted || !construct_.has(i)) continue;
                const std::optional<std::size_t> own = length_of(i);
                if (!own) continue;
                if (places && *own != *places)
                    context_.diagnostics
                        .error("list-length", construct_.argument(i), "this list has {} places, not {}", *own,
                               *places)
                        .note(fmt::format("this list of `{}` has {}", name(), *places), where);
                if (!places) {
                    places = own;
                    where = construct_.argument(i);
                }
            }
    }

    const CheckContext& context_;
    const KnownVariables& known_;
    Construct& construct_;
    const ConstructInfo& info_;
};

} // namespace

void check_rank_functions(const CheckContext& context) {
    if (std::none_of(context.constructs.begin(), context.constructs.end(), has_rank_functions)) return;
    const KnownVariables known(context, has_rank_functions);
    for (Construct& construct : context.constructs)
        if (has_rank_functions(construct) && construct.function != none)
            RankFunctionCheck(context, known, construct).run();
}

} // namespace loop::compiler
