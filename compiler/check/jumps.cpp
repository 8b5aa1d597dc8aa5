#include "compiler/check/jumps.h"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace loop::compiler {

namespace {

/// Where a `break` and a `continue` stay inside.
struct Inside {
    bool breakable = false;
    bool loop = false;
};

class JumpsOut {
public:
    JumpsOut(const CheckContext& context, Range within, VisitJump visit_jump)
        : context_(context), within_(within), visit_jump_(std::move(visit_jump)) {}

    void children(std::uint32_t index, Inside inside) {
        for (const std::uint32_t child : context_.tree[index].children)
            visit(child, inside);
    }

private:
    void visit(std::uint32_t index, Inside inside) {
        const Statement& statement = context_.tree[index];
        switch (statement.kind) {
        case Statement::Kind::Simple:
            return;
        case Statement::Kind::Continue:
            if (!inside.loop) visit_jump_(index);
            return;
        case Statement::Kind::Break:
            if (!inside.breakable) visit_jump_(index);
            return;
        case Statement::Kind::Return:
            if (leaves(statement)) visit_jump_(index);
            return;
        case Statement::Kind::Loop:
            return children(index, {true, true});
        case Statement::Kind::Switch:
            return children(index, {true, inside.loop});
        case Statement::Kind::Construct:
            return children(index, is_loop(statement) ? Inside{true, true} : inside);
        case Statement::Kind::Block:
        case Statement::Kind::If:
            return children(index, inside);
        }
    }

    bool is_loop(const Statement& statement) const {
        return context_.constructs[statement.construct].info->shape == Shape::Loop;
    }

    /// Whether a `return` or a `goto` leaves the statement. What throws or exits may end the run.
    bool leaves(const Statement& statement) {
        const HostCode& host = context_.host;
        if (host.is(statement.first, "return")) return true;
        return host.is(statement.first, "goto") && host.is_word(statement.first + 1) &&
               !has_label(host.word(statement.first + 1));
    }

    bool has_label(std::string_view name) {
        if (labels_.empty()) find_labels();
        return labels_.count(name) != 0;
    }

    /// Always adds "", so that the statement is searched only once.
    void find_labels() {
        labels_.insert("");
        const HostCode& host = context_.host;
        for (std::size_t token = host.token_at(within_.begin);
             token + 1 < host.tokens.size() && host.tokens[token].begin < within_.end; ++token)
            if (host.is_word(token) && host.is(token + 1, ":")) labels_.insert(host.word(token));
    }

    const CheckContext& context_;
    Range within_;
    VisitJump visit_jump_;
    std::unordered_set<std::string_view> labels_; ///< in the statement
};

std::string how_to_end(const Construct& construct) {
    if (construct.info->shared_passes)
        return "end a pass early with `continue`: all passes are executed, each on one rank";
    return construct.has_passes()
               ? "end a pass early with `continue`: all passes are executed, each by one thread"
               : "put the rest of the statement under an `if`: threads end together";
}

void report(const CheckContext& context, const Statement& jump, const Construct& construct) {
    context.diagnostics
        .error("jump-out", context.host.range(jump.first), "`{}` leaves the statement of `{}`",
               context.host.word(jump.first), context.text(construct))
        .note("the statement belongs to this construct", construct.name)
        .hint = how_to_end(construct);
}

} // namespace

void visit_jumps_out(const CheckContext& context, std::uint32_t statement, Range within,
                     const VisitJump& visit_jump) {
    JumpsOut(context, within, visit_jump).children(statement, {});
}

void check_jumps(const CheckContext& context) {
    for (std::uint32_t index = 0; index < context.tree.statements.size(); ++index) {
        const Statement& statement = context.tree[index];
        if (statement.kind != Statement::Kind::Construct) continue;
        Construct& construct = context.constructs[statement.construct];
        if (construct.info->charged || construct.info->not_measured)
            visit_jumps_out(context, index, construct.statement,
                            [&](std::uint32_t) { construct.has_jump_out = true; });
        if (!construct.info->shared_passes && !construct.is_threaded()) continue;
        visit_jumps_out(context, index, construct.statement, [&](std::uint32_t jump) {
            if (context.tree[jump].kind != Statement::Kind::Continue || !construct.has_passes())
                report(context, context.tree[jump], construct);
        });
    }
}

} // namespace loop::compiler
