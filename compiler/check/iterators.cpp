#include "compiler/check/checks.h"

#include <fmt/core.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace loop::compiler {

void check_iterators(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        if (!construct.iterator) continue;
        const std::string_view name = context.text(*construct.iterator);
        for (std::size_t outer = construct.parent; outer != none; outer = context.constructs[outer].parent) {
            const Construct& around = context.constructs[outer];
            if (!around.iterator || context.text(*around.iterator) != name) continue;
            context.diagnostics
                .error("iterator-reused", *construct.iterator,
                       "iterator `{}` is already used by an enclosing loop", name)
                .note("the outer loop is here", *around.iterator);
            break;
        }
    }
}

namespace {

/// What a name means outside a loop: where it is declared, and as what.
struct Outside {
    Range range;
    const char* kind;
};

/// The names that loops without a count use for their iterators, where they stand for something else already.
class HiddenNames {
public:
    explicit HiddenNames(const CheckContext& context) : context_(context) {
        for (const Construct& construct : context.constructs) {
            if (is_candidate(construct)) occurrences_.ask(context.text(*construct.iterator));
            if (construct.parameter)
                parameters_.emplace(construct.parameter->name, construct.parameter->range);
        }
        occurrences_.find(context.host);
    }

    static bool is_candidate(const Construct& construct) {
        return construct.iterator && construct.argument_list.empty() &&
               !construct.info->parameters[0].required();
    }

    std::optional<Outside> of(const Construct& loop) {
        const std::string_view name = context_.text(*loop.iterator);
        if (const auto found = parameters_.find(name); found != parameters_.end())
            return Outside{found->second, "parameter"};
        const Range body = context_.body(loop.function);
        const std::size_t end = context_.token_of(loop);
        for (const std::uint32_t token : occurrences_.of(name)) {
            const Range range = context_.host.range(token);
            if (range.begin >= loop.name.begin) break;
            if (range.begin >= body.begin && may_be_count(token) && is_visible(token, end))
                return Outside{range, "variable"};
        }
        return std::nullopt;
    }

private:
    /// A variable without a value is no count: it may be the iterator, declared as in C.
    bool may_be_count(std::size_t token) const {
        const HostCode& host = context_.host;
        return (host.is(token + 1, "=") || host.is(token + 1, "{") || host.is(token + 1, "(")) &&
               declares_at(host, token);
    }

    /// Whether what is declared at `token` is still in scope at `end`: no bracket around it closes before.
    bool is_visible(std::size_t token, std::size_t end) {
        const HostCode& host = context_.host;
        for (std::size_t at = token; at < end; ++at) {
            if (++steps_ > max_steps || host.is(at, "}") || host.is(at, ")")) return false;
            const bool opens = host.is(at, "{") || host.is(at, "(");
            const std::size_t close = host.tokens[at].partner;
            if (opens && close != Token::unpaired && close < end) at = close;
        }
        return true;
    }

    static constexpr std::size_t max_steps = 5'000'000; ///< bounds the time for a file

    const CheckContext& context_;
    Occurrences occurrences_;
    std::unordered_map<std::string_view, Range> parameters_;
    std::size_t steps_ = 0;
};

} // namespace

void check_hidden_names(const CheckContext& context) {
    HiddenNames names(context);
    std::unordered_set<std::string_view> reported; // once for each name, which bounds the time too
    for (const Construct& construct : context.constructs) {
        if (!HiddenNames::is_candidate(construct) || construct.function == none) continue;
        const std::string_view name = context.text(*construct.iterator);
        if (!reported.insert(name).second) continue;
        const std::optional<Outside> outside = names.of(construct);
        if (!outside) continue;
        Diagnostic& diagnostic = context.diagnostics.warning(
            "iterator-hides", *construct.iterator,
            "this `\\LOOP` uses `{0}` as the name of its iterator; it does not run `{0}` times", name);
        diagnostic.note(fmt::format("the {} `{}`, which it hides, is declared here", outside->kind, name),
                        outside->range);
        diagnostic.hint = fmt::format("did you mean `\\LOOP ({})`?", name);
    }
}

} // namespace loop::compiler
