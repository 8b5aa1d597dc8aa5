#include "compiler/check/checks.h"
#include "compiler/check/values.h"
#include "compiler/lex/cxx_lexer.h"

#include <algorithm>
#include <set>

namespace loop::compiler {

namespace {

bool has_name(const Construct& construct, std::string_view name) {
    return construct.info->name == name;
}

/// `\WORK`, or a `\FLOPS` of an empty statement: charged for the loops beside it.
bool charges_for_others(const CheckContext& context, const Construct& construct) {
    if (has_name(construct, "WORK")) return true;
    if (!has_name(construct, "FLOPS") || !construct.has_statement) return false;
    const std::string statement = cxx::flatten(cxx::trim(context.text(construct.statement)));
    return statement.find_first_not_of("{}; ") == std::string::npos;
}

/// Host code inside is charged, or not measured.
bool covers(const Construct& construct) {
    return construct.has_statement && (construct.info->charged || has_name(construct, "UNTIMED"));
}

/// Finds loops of host code that run between `\OPEN0` and `\CLOSE0` and change variables, while nothing
/// charges them. A function is looked at if measured code calls it.
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
        std::sort(lines_.begin(), lines_.end());
        return lines_;
    }

private:
    void reach(std::size_t function) {
        if (!reached_.insert(function).second) return;
        const Statement& body = context_.tree[context_.tree.functions[function].body];
        visit(context_.tree.functions[function].body);
        for (std::uint32_t token = body.first; token < body.last; ++token)
            if (host_.is_called(token) && is_measured(token))
                for (std::size_t called = 0; called < context_.tree.functions.size(); ++called)
                    if (context_.tree.functions[called].name == host_.word(token)) reach(called);
    }

    bool is_measured(std::uint32_t token) const {
        const std::size_t at = host_.tokens[token].begin;
        const bool is_covered = std::any_of(covered_.begin(), covered_.end(), [&](const Range& range) {
            return at >= range.begin && at < range.end;
        });
        return !is_covered && !is_outside(at);
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
        lines_.push_back(context_.source.position(host_.tokens[loop.first].begin).line);
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
    std::set<std::size_t> reached_; ///< functions
    std::vector<int> lines_;
};

} // namespace

std::vector<int> lines_of_uncharged_loops(const CheckContext& context) {
    return UnchargedLoops(context).lines();
}

} // namespace loop::compiler
