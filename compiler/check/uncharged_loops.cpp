#include "compiler/check/array_functions.h"
#include "compiler/check/checks.h"
#include "compiler/check/values.h"

#include <algorithm>
#include <set>

namespace loop::compiler {

namespace {

bool has_name(const Construct& construct, std::string_view name) {
    return construct.info->name == name;
}

/// Host code inside is charged, or not measured.
bool covers(const Construct& construct) {
    return construct.has_statement && (construct.info->charged || has_name(construct, "UNTIMED"));
}

/// Finds loops of host code that run between `\OPEN0` and `\CLOSE0` and change variables, and calls of
/// library functions that pass over arrays, while nothing charges them. A function is looked at if measured
/// code calls it.
class UnchargedLoops {
public:
    explicit UnchargedLoops(const CheckContext& context) : context_(context), host_(context.host) {
        for (const Construct& construct : context.constructs) {
            if (covers(construct)) covered_.push_back(construct.statement);
            if (has_name(construct, "OPEN0")) open_ = &construct;
            if (has_name(construct, "CLOSE0")) close_ = &construct;
        }
    }

    std::vector<int> lines() {
        if (open_ == nullptr || open_->function == none) return {};
        reach(open_->function);
        return {lines_.begin(), lines_.end()};
    }

private:
    void reach(std::size_t function) {
        if (!reached_.insert(function).second) return;
        const Statement& body = context_.tree[context_.tree.functions[function].body];
        visit(context_.tree.functions[function].body);
        for (std::uint32_t token = body.first; token < body.last; ++token)
            if (host_.is_called(token) && is_measured(token)) call(token);
    }

    void call(std::uint32_t token) {
        bool is_defined = false;
        for (std::size_t called = 0; called < context_.tree.functions.size(); ++called)
            if (context_.tree.functions[called].name == host_.word(token)) {
                is_defined = true;
                reach(called);
            }
        if (!is_defined && passes_over_arrays(host_.word(token)) && !is_member(host_, token) &&
            !is_declared(token) && !is_within(named_or_charged_, token) && !names_its_size(token))
            lines_.insert(line_of(token));
    }

    /// `void sort()`
    bool is_declared(std::uint32_t token) const {
        return token > 0 && host_.is_word(token - 1) && !host_.is(token - 1, "return") &&
               !host_.is(token - 1, "else") && !host_.is(token - 1, "do");
    }

    /// `memcmp(&one, &other, sizeof one)`: of one variable, not of a computed number of elements.
    bool names_its_size(std::uint32_t token) const {
        bool has_sizeof = false;
        const std::uint32_t last = close_of(host_, token + 1);
        for (std::uint32_t i = token + 2; i < last; ++i) {
            if (host_.is(i, "*")) return false;
            has_sizeof = has_sizeof || host_.is(i, "sizeof");
        }
        return has_sizeof;
    }

    int line_of(std::uint32_t token) const {
        return context_.source.position(host_.tokens[token].begin).line;
    }

    bool is_within(const std::vector<Range>& ranges, std::uint32_t token) const {
        const std::size_t at = host_.tokens[token].begin;
        return std::any_of(ranges.begin(), ranges.end(),
                           [&](const Range& range) { return at >= range.begin && at < range.end; });
    }

    Range range_of(const Statement& statement) const {
        return {host_.tokens[statement.first].begin, host_.tokens[statement.last - 1].end};
    }

    bool is_measured(std::uint32_t token) const {
        return !is_within(covered_, token) && !is_outside(host_.tokens[token].begin);
    }

    /// In the function of `\OPEN0`, but before it or after `\CLOSE0`.
    bool is_outside(std::size_t at) const {
        const Statement& body = context_.tree[context_.tree.functions[open_->function].body];
        if (at < host_.tokens[body.first].begin || at >= host_.tokens[body.last - 1].end) return false;
        return at < open_->head.begin || (close_ != nullptr && at > close_->head.begin);
    }

    void visit(std::uint32_t index) {
        const auto& children = context_.tree[index].children;
        const bool is_charged = std::any_of(children.begin(), children.end(), [&](std::uint32_t child) {
            const Statement& each = context_.tree[child];
            return each.kind == Statement::Kind::Construct &&
                   charges_for_others(context_, context_.constructs[each.construct]);
        });
        if (is_charged) named_or_charged_.push_back(range_of(context_.tree[index]));
        for (const std::uint32_t child : children) {
            const bool is_loop = context_.tree[child].kind == Statement::Kind::Loop;
            if (is_loop && (is_charged || add(context_.tree[child]))) continue;
            visit(child);
        }
    }

    /// Returns whether nothing is left to look at in the loop.
    bool add(const Statement& loop) {
        if (!is_measured(loop.first)) return true;
        if (communicates_or_measures(loop)) return false;
        if (!changes_variables(loop)) return true;
        lines_.insert(line_of(loop.first));
        named_or_charged_.push_back(range_of(loop));
        return true;
    }

    bool communicates_or_measures(const Statement& loop) const {
        for (std::uint32_t token = loop.first; token < loop.last; ++token)
            if (host_.tokens[token].kind == Token::Kind::Construct ||
                (host_.is_word(token) && is_message_call(host_.word(token))))
                return true;
        return false;
    }

    /// Beside those of its header.
    bool changes_variables(const Statement& loop) const {
        const std::uint32_t open = loop.first + 1;
        const std::uint32_t body = host_.is(open, "(") ? close_of(host_, open) + 1 : open;
        for (std::uint32_t token = body; token < loop.last; ++token)
            if (is_assignment(host_, token)) return true;
        return false;
    }

    const CheckContext& context_;
    const HostCode& host_;
    const Construct* open_ = nullptr;
    const Construct* close_ = nullptr;
    std::vector<Range> covered_;
    std::vector<Range> named_or_charged_; ///< loops that have a line, and what a \WORK beside it charges
    std::set<std::size_t> reached_;       ///< functions
    std::set<int> lines_;
};

/// Whether nothing but braces and semicolons is in a statement.
bool is_empty_statement(const CheckContext& context, Range statement) {
    for (const Token& token : context.code(statement))
        if (const char c = context.host.text[token.begin]; c != '{' && c != '}' && c != ';') return false;
    return std::none_of(context.host.directives.begin(), context.host.directives.end(), [&](Range each) {
        return each.begin >= statement.begin && each.begin < statement.end;
    });
}

} // namespace

bool charges_for_others(const CheckContext& context, const Construct& construct) {
    return has_name(construct, "WORK") || (has_name(construct, "FLOPS") && construct.has_statement &&
                                           is_empty_statement(context, construct.statement));
}

std::vector<int> lines_of_uncharged_loops(const CheckContext& context) {
    return UnchargedLoops(context).lines();
}

} // namespace loop::compiler
