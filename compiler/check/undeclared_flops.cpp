#include "compiler/check/checks.h"
#include "compiler/check/loop_operations.h"

#include <fmt/format.h>

#include <optional>

namespace loop::compiler {

namespace {

bool is_named(const Construct& construct, std::string_view name) {
    return construct.info->name == name;
}

/// Finds loops inside a `\LOOP` whose operations are certain, and that no `\FLOPS` declares.
class UndeclaredFlops {
public:
    explicit UndeclaredFlops(const CheckContext& context) : context_(context) {}

    void find() {
        for (std::size_t f = 0; f < context_.tree.functions.size(); ++f) {
            operations_.reset();
            function_ = f;
            visit(context_.tree.functions[f].body, false);
        }
    }

private:
    void visit(std::uint32_t index, bool in_loop) {
        const Statement& statement = context_.tree[index];
        if (statement.kind == Statement::Kind::Construct) return construct(statement, in_loop);
        if (statement.kind == Statement::Kind::Loop && in_loop && loop(statement)) return;
        children(statement, in_loop);
    }

    void children(const Statement& statement, bool in_loop) {
        for (const std::uint32_t child : statement.children) {
            const Statement& each = context_.tree[child];
            if (each.kind == Statement::Kind::Construct &&
                charges_for_others(context_, context_.constructs[each.construct]))
                return;
        }
        for (const std::uint32_t child : statement.children)
            visit(child, in_loop);
    }

    void construct(const Statement& statement, bool in_loop) {
        const Construct& here = context_.constructs[statement.construct];
        const bool is_declared = is_named(here, "FLOPS") || is_named(here, "UNTIMED") || here.is_threaded();
        if (is_declared || !here.has_statement) return;
        const bool is_loop = is_named(here, "LOOP");
        if (is_loop && passes(here, statement.first + 1)) return;
        children(statement, in_loop || is_loop);
    }

    /// A C++ loop. Returns whether its operations are certain.
    bool loop(const Statement& statement) {
        if (!context_.host.is(statement.first, "for") || is_conditional(statement)) return false;
        const auto counted = operations().of_loop(statement.first);
        if (counted && !counted->all.empty())
            report(context_.host.range(statement.first), statement.first, "this loop does", counted->each,
                   counted->all.text());
        return counted.has_value();
    }

    /// A `\LOOP` without other loops in its statement, which begins at `token`.
    bool passes(const Construct& here, std::uint32_t token) {
        if (context_.host.in_conditional(here.head.begin)) return false;
        const auto each = operations().of_statement(token);
        if (each && *each > 0)
            report(here.name, token, fmt::format("this `{}` does", context_.text(here)), {*each, {}},
                   fmt::format("{}.0", *each));
        return each.has_value();
    }

    /// `at`: the token before which the `\FLOPS` belongs.
    void report(Range where, std::uint32_t at, const std::string& who, const Operations& each,
                const std::string& count) {
        const bool is_known = each.products.empty();
        const std::string amount = is_known ? std::to_string(each.known) : "`" + each.text() + "`";
        const bool is_one = is_known && each.known == 1;
        Diagnostic& remark = context_.diagnostics.remark(
            "undeclared-flops", where,
            fmt::format("{} {} floating-point operation{} per pass that no `\\FLOPS` declares", who, amount,
                        is_one ? "" : "s"));
        const std::string flops = fmt::format("\\FLOPS({})", count);
        remark.hint = fmt::format("on a simulated machine it takes no time: put `{}` before {}", flops,
                                  where.begin == context_.host.tokens[at].begin ? "it" : "its statement");
        const std::size_t offset = context_.host.tokens[at].begin;
        remark.fix = Fix{{offset, offset}, flops + " "};
    }

    bool is_conditional(const Statement& statement) const {
        for (std::uint32_t token = statement.first; token < statement.last; ++token)
            if (context_.host.in_conditional(context_.host.tokens[token].begin)) return true;
        return false;
    }

    const LoopOperations& operations() {
        if (!types_) types_.emplace(context_);
        if (!operations_) operations_.emplace(context_.host, *types_, function_);
        return *operations_;
    }

    const CheckContext& context_;
    std::optional<NumberTypes> types_; ///< made at the first loop
    std::optional<LoopOperations> operations_;
    std::size_t function_ = none;
};

} // namespace

void remark_undeclared_flops(const CheckContext& context) {
    UndeclaredFlops(context).find();
}

} // namespace loop::compiler
