#include "compiler/check/checks.h"

#include <string_view>
#include <unordered_set>

namespace loop::compiler {

namespace {

/// Reports jumps that leave the statement of a construct. The bodies of lambdas, local classes, and unknown
/// macros are left to the run: the runtime notices a rank that has left.
class JumpsOut {
public:
    JumpsOut(const CheckContext& context, const Construct& construct)
        : context_(context), construct_(construct) {}

    void children(std::uint32_t index, bool in_loop) {
        for (const std::uint32_t child : context_.tree[index].children)
            visit(child, in_loop);
    }

private:
    void visit(std::uint32_t index, bool in_loop) {
        const Statement& statement = context_.tree[index];
        switch (statement.kind) {
        case Statement::Kind::Simple:
        case Statement::Kind::Continue:
            return;
        case Statement::Kind::Break:
            if (!in_loop) report(statement);
            return;
        case Statement::Kind::Return:
            if (leaves(statement)) report(statement);
            return;
        case Statement::Kind::Loop:
        case Statement::Kind::Switch:
            return children(index, true);
        case Statement::Kind::Construct:
            return children(index, in_loop || is_loop(statement));
        case Statement::Kind::Block:
        case Statement::Kind::If:
            return children(index, in_loop);
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
        for (std::size_t token = host.token_at(construct_.statement.begin);
             token + 1 < host.tokens.size() && host.tokens[token].begin < construct_.statement.end; ++token)
            if (host.is_word(token) && host.is(token + 1, ":")) labels_.insert(host.word(token));
    }

    void report(const Statement& statement) {
        context_.diagnostics
            .error("jump-out", context_.host.range(statement.first), "`{}` leaves the statement of `{}`",
                   context_.host.word(statement.first), context_.text(construct_))
            .note("the statement belongs to this construct", construct_.name)
            .hint = "end a pass early with `continue`: all passes are executed, each on one rank";
    }

    const CheckContext& context_;
    const Construct& construct_;
    std::unordered_set<std::string_view> labels_; ///< in the statement
};

} // namespace

void check_jumps(const CheckContext& context) {
    for (std::uint32_t index = 0; index < context.tree.statements.size(); ++index) {
        const Statement& statement = context.tree[index];
        if (statement.kind != Statement::Kind::Construct) continue;
        const Construct& construct = context.constructs[statement.construct];
        if (construct.info->shared_passes) JumpsOut(context, construct).children(index, false);
    }
}

} // namespace loop::compiler
