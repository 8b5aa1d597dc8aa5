#include "compiler/check/checks.h"
#include "compiler/source/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace loop::compiler {

namespace {

bool may_precede_open(const Construct& construct) {
    return construct.info->is_declaration() || construct.info->shape == Shape::Array;
}

void outside_functions(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        if (construct.function != none || construct.info->is_declaration()) continue;
        bool inside = false;
        for (std::size_t f = 0; f < context.tree.functions.size() && !inside; ++f) {
            const Range body = context.body(f);
            inside = construct.head.begin >= body.begin && construct.head.begin < body.end;
        }
        if (inside)
            context.diagnostics.error("construct-in-expression", construct.name,
                                      "`{}` is a statement and cannot be part of an expression",
                                      context.text(construct));
        else
            context.diagnostics
                .error("outside-function", construct.name, "`{}` is outside a function",
                       context.text(construct))
                .hint = "only `\\PARAM` and `\\BUILD` may be there";
    }
}

/// Whether a part of the text begins and ends in different branches of `#if`.
bool is_split(const HostCode& host, Range range) {
    const auto& lines = host.conditional_lines;
    auto line = std::lower_bound(
        lines.begin(), lines.end(), range.begin,
        [](const ConditionalLine& each, std::size_t offset) { return each.range.begin < offset; });
    int depth = 0;
    for (; line != lines.end() && line->range.begin < range.end; ++line) {
        if (line->kind == ConditionalLine::Kind::Begin) ++depth;
        if (line->kind == ConditionalLine::Kind::End) --depth;
        if (depth < 0 || (depth == 0 && line->kind == ConditionalLine::Kind::Next)) return true;
    }
    return depth != 0;
}

/// Their brace would be closed in another branch than opened.
void split_statements(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        if (construct.info->shape != Shape::Region && !construct.is_threaded()) continue;
        if (!is_split(context.host, {construct.head.begin, construct.statement.end})) continue;
        context.diagnostics
            .error("split-statement", construct.name,
                   "`{}` and the end of its statement are in different branches of `#if`",
                   context.text(construct))
            .hint = "put both in each branch, or put braces around all branches";
    }
}

/// The first construct of a shape. Reports a second one, except in `#if` branches, which may be alternatives.
const Construct* single(const CheckContext& context, Shape shape, std::string_view code) {
    const Construct* first = nullptr;
    for (const Construct& construct : context.constructs) {
        if (construct.info->shape != shape) continue;
        const bool alternative = first != nullptr && context.host.in_conditional(construct.name.begin);
        if (first != nullptr && !alternative) {
            context.diagnostics
                .error(std::string(code), construct.name, "`{}` appears a second time",
                       context.text(construct))
                .note("the first one is here", first->name);
        }
        if (first == nullptr) first = &construct;
    }
    return first;
}

const Construct* last_close(const CheckContext& context, std::size_t function) {
    const Construct* last = nullptr;
    for (const Construct& construct : context.constructs)
        if (construct.info->shape == Shape::Close && construct.function == function) last = &construct;
    return last;
}

void order(const CheckContext& context, const Construct& open) {
    const Construct* close = last_close(context, open.function);
    for (const Construct& construct : context.constructs) {
        if (construct.function != open.function || &construct == &open) continue;
        if (construct.name.begin < open.name.begin && !may_precede_open(construct)) {
            context.diagnostics
                .error("before-open", construct.name, "`{}` is before `\\OPEN0`", context.text(construct))
                .note("the program starts here", open.name);
        }
        if (close != nullptr && construct.name.begin > close->name.begin) {
            context.diagnostics
                .error("after-close", construct.name, "`{}` is after `\\CLOSE0`", context.text(construct))
                .note("the program ends here", close->name);
        }
    }
}

bool calls(const CheckContext& context, std::string_view function) {
    for (std::size_t token = 0; token + 1 < context.host.tokens.size(); ++token)
        if (context.host.word(token) == function && context.host.is(token + 1, "(")) return true;
    return false;
}

/// `\CLOSE0();` on a line of its own before the brace that ends the function, with the indentation of
/// `\OPEN0`.
Fix close_before_end(const CheckContext& context, const Construct& open) {
    const std::string_view text = context.source.text();
    const std::size_t brace = context.body(open.function).end - 1;
    const std::size_t line = text.rfind('\n', brace) + 1; // 0 if there is none
    const bool own_line = text.find_first_not_of(" \t", line) == brace;
    const std::size_t open_line = text.rfind('\n', open.name.begin) + 1;
    const std::string_view indent = indentation(text.substr(open_line));
    const std::size_t at = own_line ? line : brace;
    return {{at, at}, own_line ? fmt::format("{}\\CLOSE0();\n", indent) : "\\CLOSE0(); "};
}

} // namespace

Range CheckContext::body(std::size_t function) const {
    const Statement& statement = tree[tree.functions[function].body];
    if (statement.first >= statement.last) return {};
    return {host.tokens[statement.first].begin, host.tokens[statement.last - 1].end};
}

void check_frame(const CheckContext& context) {
    split_statements(context);
    outside_functions(context);
    const Construct* open = single(context, Shape::Open, "repeated-open");
    const Construct* first_needing = nullptr;
    bool closed = false;
    for (const Construct& construct : context.constructs) {
        if (!may_precede_open(construct) && construct.info->shape != Shape::Close && first_needing == nullptr)
            first_needing = &construct;
        closed = closed || construct.info->shape == Shape::Close;
    }
    if (open == nullptr) {
        if (first_needing != nullptr && !calls(context, "open0") && !has_own_header(context.host))
            context.diagnostics
                .error("missing-open", first_needing->name,
                       "`{}` needs an `\\OPEN0` before it, and the file has none",
                       context.text(*first_needing))
                .hint = "begin `main` with `\\OPEN0();`";
        return;
    }
    if (open->function != none) order(context, *open);
    if (!closed && !calls(context, "close0") && !has_own_header(context.host)) {
        Diagnostic& diagnostic = context.diagnostics.error(
            "missing-close", open->name, "`\\OPEN0` has no `\\CLOSE0`: no rank would ever finish");
        diagnostic.hint = "end the measured program with `\\CLOSE0();`";
        if (open->function != none) diagnostic.fix = close_before_end(context, *open);
    }
}

void check_params(const CheckContext& context) {
    std::unordered_map<std::string_view, Range> seen;
    for (const Construct& construct : context.constructs) {
        if (!construct.parameter) continue;
        auto [first, fresh] = seen.emplace(construct.parameter->name, construct.parameter->range);
        if (fresh) continue;
        context.diagnostics
            .error("repeated-param", construct.parameter->range, "parameter `{}` is declared twice",
                   construct.parameter->name)
            .note("first declared here", first->second);
    }
}

} // namespace loop::compiler
