#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/check/variables.h"

#include <algorithm>
#include <set>

namespace loop::compiler {

namespace {

using Variable = Variables::Variable;

// To bound the time; real programs need less.
constexpr int most_steps = 30;
constexpr std::uint32_t longest_value = 200;

/// A value that a variable gets from the names in tokens [first, last).
struct Flow {
    Variable target;
    std::size_t function;
    std::uint32_t first, last;
};

/// Follows what charged work computes through assignments, initializations, members, returned values, and the
/// data of constructs, as far as the file shows.
class ChargedValues {
public:
    explicit ChargedValues(const CheckContext& context)
        : context_(context), host_(context.host), variables_(context) {
        for (std::size_t f = 0; f < context.tree.functions.size(); ++f) {
            const Statement& body = context.tree[context.tree.functions[f].body];
            for (std::uint32_t token = body.first; token < body.last; ++token)
                flow_at(f, token);
        }
        for (const Construct& construct : context.constructs)
            for (const Array& array : construct.arrays)
                if (construct.function != none)
                    arrays_.insert(
                        variables_.at(construct.function, array.name, context.token_of(construct)));
        for (const Construct& construct : context.constructs)
            if (construct.function != none) computed_by(construct);
        for (int step = 0; step < most_steps && !computed_.empty() && spread(); ++step)
            continue;
    }

    bool has(const Construct& construct, std::size_t argument) const {
        for (const std::string_view word : context_.words(construct, argument))
            if (computed_.count(variables_.at(construct.function, word, context_.token_of(construct))) != 0)
                return true;
        return false;
    }

private:
    void flow_at(std::size_t function, std::uint32_t token) {
        const std::uint32_t last =
            std::min(token + longest_value, static_cast<std::uint32_t>(host_.tokens.size()));
        if (host_.is(token, "return"))
            returns_.push_back({{}, function, token + 1, end_of_expression(host_, token + 1, last)});
        if (host_.tokens[token].kind != Token::Kind::Punctuation) return;
        if (is_assignment(host_, token))
            add(function, assigned_variable(host_, token), token + 1,
                end_of_expression(host_, token + 1, last));
        else if (is_initialisation(host_, token) || is_call_of_member(token))
            add(function, is_call_of_member(token) ? token - 3 : token - 1, token + 1,
                std::min(close_of(host_, token), last));
    }

    /// `norms.push_back(`
    bool is_call_of_member(std::uint32_t token) const {
        return token >= 3 && host_.is(token, "(") && host_.is_name(token - 1) && host_.is(token - 2, ".") &&
               host_.is_name(token - 3) && !is_member(host_, token - 3);
    }

    void add(std::size_t function, std::uint32_t target, std::uint32_t first, std::uint32_t last) {
        if (target != Token::unpaired && host_.is_name(target))
            flows_.push_back({variable(function, target), function, first, last});
    }

    Variable variable(std::size_t function, std::uint32_t token) const {
        return variables_.at(function, host_.word(token), token);
    }

    /// What a simulated machine does not compute because of this construct.
    void computed_by(const Construct& construct) {
        const bool is_product = construct.info->name == "MATPROD" || construct.info->name == "MATVECPROD" ||
                                construct.info->name == "SCALPROD";
        if (is_product)
            for (const std::string_view word : context_.words(construct, 0))
                computed_.insert(variables_.at(construct.function, word, context_.token_of(construct)));
        if (!construct.info->charged || construct.has_messages || construct.has_jump_out) return;
        const auto first = static_cast<std::uint32_t>(host_.token_at(construct.statement.begin));
        for (std::uint32_t token = first;
             token < host_.tokens.size() && host_.tokens[token].begin < construct.statement.end; ++token) {
            if (passes_array(construct.function, token)) computed_.insert(arrays_.begin(), arrays_.end());
            if (!is_assignment(host_, token)) continue;
            const std::uint32_t target = assigned_variable(host_, token);
            if (target != Token::unpaired && host_.is_name(target))
                computed_.insert(variable(construct.function, target));
        }
    }

    /// Whether an array is an argument of a call. What the function does with it is not followed, nor to
    /// which arrays it gets from there: so none of the program's arrays is known.
    bool passes_array(std::size_t function, std::uint32_t token) const {
        if (!host_.is_name(token) || token == 0) return false;
        const bool is_argument = (host_.is(token - 1, "(") || host_.is(token - 1, ",")) &&
                                 (host_.is(token + 1, ")") || host_.is(token + 1, ","));
        return is_argument && arrays_.count(variable(function, token)) != 0;
    }

    bool is_computed(const Flow& flow) const {
        for (std::uint32_t token = flow.first; token < flow.last; ++token) {
            if (!host_.is_name(token) || is_member(host_, token)) continue;
            if (computed_.count(variable(flow.function, token)) != 0) return true;
            if (host_.is_called(token) && functions_.count(host_.word(token)) != 0) return true;
        }
        return false;
    }

    /// One step further. Returns whether anything is new.
    bool spread() {
        const std::size_t before = computed_.size() + functions_.size();
        for (const Flow& flow : flows_)
            if (is_computed(flow)) computed_.insert(flow.target);
        for (const Flow& flow : returns_)
            if (is_computed(flow)) functions_.insert(context_.tree.functions[flow.function].name);
        for (const Construct& construct : context_.constructs)
            through(construct);
        return computed_.size() + functions_.size() != before;
    }

    /// FROM, INTO, and DATA of a construct.
    void through(const Construct& construct) {
        if (construct.function == none || !construct.communicates()) return;
        const auto is_data = [&](std::size_t i) {
            const ParameterKind kind = construct.info->parameters[i].kind;
            return construct.has(i) && (kind == ParameterKind::Pointer || kind == ParameterKind::Places);
        };
        bool any = false;
        for (std::size_t i = 0; i < construct.arguments.size(); ++i)
            any = any || (is_data(i) && has(construct, i));
        for (std::size_t i = 0; any && i < construct.arguments.size(); ++i)
            if (is_data(i))
                for (const std::string_view word : context_.words(construct, i))
                    computed_.insert(variables_.at(construct.function, word, context_.token_of(construct)));
    }

    const CheckContext& context_;
    const HostCode& host_;
    Variables variables_;
    std::vector<Flow> flows_;
    std::vector<Flow> returns_; ///< without a target
    std::set<Variable> arrays_; ///< that constructs declare
    std::set<Variable> computed_;
    std::set<std::string_view> functions_; ///< that return such values
};

} // namespace

std::vector<int> lines_of_charged_results(const CheckContext& context) {
    std::vector<int> lines;
    const auto is_result = [](const Construct& construct) { return construct.info->name == "RESULT"; };
    if (!has_charged_work(context) ||
        std::none_of(context.constructs.begin(), context.constructs.end(), is_result))
        return lines;
    const ChargedValues values(context);
    constexpr std::size_t value = 2;
    for (const Construct& construct : context.constructs)
        if (is_result(construct) && construct.function != none && values.has(construct, value))
            lines.push_back(context.source.position(construct.name.begin).line);
    return lines;
}

} // namespace loop::compiler
