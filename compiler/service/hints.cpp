#include "compiler/service/hints.h"

#include "compiler/check/arguments.h"
#include "compiler/service/integer_expression.h"

#include <loop/patterns.h>

#include <fmt/format.h>

#include <map>
#include <optional>

namespace loop::compiler {

namespace {

using Names = std::map<std::string_view, long long>;

constexpr int hint_ranks = 4;

/// The parameters that are whole numbers, with their defaults.
Names parameters_of(const Analysis& analysis) {
    Names names;
    for (const Construct& construct : analysis.constructs)
        if (construct.parameter)
            if (const auto value = integer_value(analysis.default_of(construct), names))
                names[construct.parameter->name] = *value;
    return names;
}

/// The variable that `\OPEN0` sets to the number of ranks.
std::string_view number_of_ranks(const Analysis& analysis) {
    for (const Construct& construct : analysis.constructs)
        if (const Supplied* const opened = construct.opened_by(0)) {
            return opened->name;
        } else if (construct.info->shape == Shape::Open && construct.has(0)) {
            const Code address = analysis.code(construct.argument(0));
            if (address.is(0, "&")) return analysis.text(address.part(1).range());
        }
    return {};
}

class HintFinder {
public:
    explicit HintFinder(const Analysis& analysis)
        : analysis_(analysis), names_(parameters_of(analysis)), ranks_(number_of_ranks(analysis)) {}

    std::vector<Hint> find() {
        for (const Construct& construct : analysis_.constructs) {
            for (std::size_t i = 0; i < construct.arguments.size(); ++i)
                if (construct.has(i)) size(construct, i);
            receivers(construct);
        }
        return std::move(hints_);
    }

private:
    void size(const Construct& construct, std::size_t argument) {
        const ParameterKind kind = construct.info->parameters[argument].kind;
        const bool is_size = kind == ParameterKind::Bytes || kind == ParameterKind::Numbered ||
                             kind == ParameterKind::Sizes || kind == ParameterKind::Blocks;
        const Range range = construct.argument(argument);
        if (!is_size || integer_constant(analysis_.code(range))) return;
        if (const auto value = integer_value(analysis_.code(range), names_))
            hints_.push_back({range.end, fmt::format(" = {}", *value)});
    }

    void receivers(const Construct& construct) {
        std::string text;
        for (int me = 0; me < hint_ranks; ++me) {
            const auto partners = receivers_of(construct, me);
            if (!partners) return;
            if (!partners->empty())
                text += fmt::format("{}{}→{}", text.empty() ? "" : " ", me, fmt::join(*partners, ","));
        }
        hints_.push_back(
            {construct.head.end, fmt::format(" {} ranks: {}", hint_ranks, text.empty() ? "none" : text)});
    }

    /// To whom rank `me` sends; nullopt if the file does not show it.
    std::optional<std::vector<long long>> receivers_of(const Construct& construct, int me) const {
        for (std::size_t i = 0; i < construct.functions.size(); ++i)
            if (construct.info->parameters[i].kind == ParameterKind::Pairs)
                if (const RankFunction* const function = construct.function_of(i))
                    return function->is_name ? sent_to(construct, i, me) : std::nullopt;
        if (construct.info->name != "EXCHANGE" && construct.info->name != "COMMUNICATE") return std::nullopt;
        const auto distance = value_of(construct, 1);
        const auto partners = value_of(construct, 2);
        const bool with_ring = construct.info->name == "EXCHANGE" && construct.has(5);
        if (!distance || !partners || *distance < 1 || *partners < 1 || *partners > hint_ranks || with_ring)
            return std::nullopt;
        const patterns::Pattern pattern =
            construct.info->name == "EXCHANGE"
                ? patterns::exchange(me, hint_ranks, *distance, *partners, false)
                : patterns::communicate(me, hint_ranks, *distance, *partners);
        std::vector<long long> ranks;
        for (const patterns::Partner& partner : pattern.sends)
            ranks.push_back(partner.rank);
        return ranks;
    }

    std::optional<long long> value_of(const Construct& construct, std::size_t argument) const {
        return construct.has(argument) ? integer_value(analysis_.code(construct.argument(argument)), names_)
                                       : std::nullopt;
    }

    /// `pairs`: the index of the function of the sender.
    std::optional<std::vector<long long>> sent_to(const Construct& construct, std::size_t pairs,
                                                  int me) const {
        const RankFunction& function = *construct.function_of(pairs);
        Names names = names_;
        names[analysis_.text(function.sender)] = me;
        if (!ranks_.empty()) names[ranks_] = hint_ranks;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Where) {
                const auto sends = integer_value(analysis_.code(construct.argument(i)), names);
                if (!sends) return std::nullopt;
                if (*sends == 0) return std::vector<long long>{};
            }
        std::vector<long long> ranks;
        for (const Range& place : construct.lists[pairs].value_or(std::vector{function.result})) {
            const auto receiver = integer_value(analysis_.code(place), names);
            if (!receiver) return std::nullopt;
            if (*receiver >= 0 && *receiver < hint_ranks) ranks.push_back(*receiver);
        }
        return ranks;
    }

    const Analysis& analysis_;
    Names names_;
    std::string_view ranks_;
    std::vector<Hint> hints_;
};

} // namespace

std::vector<Hint> hints_of(const Analysis& analysis) {
    return HintFinder(analysis).find();
}

} // namespace loop::compiler
