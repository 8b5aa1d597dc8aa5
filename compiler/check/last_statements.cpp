#include "compiler/check/checks.h"
#include "compiler/check/statement_calls.h"

#include <optional>

namespace loop::compiler {

namespace {

/// Finds the statements behind which a program only ends.
class LastStatements {
public:
    explicit LastStatements(const CheckContext& context) : context_(context) {}

    void find() {
        for (const Function& function : context_.tree.functions)
            find_in(context_.tree[function.body]);
    }

private:
    /// From each `\CLOSE0` backward: code of another kind may decide whether the program gets there.
    void find_in(const Statement& body) {
        for (std::size_t i = 1; i < body.children.size(); ++i) {
            if (!is_close(context_.tree[body.children[i]])) continue;
            for (std::size_t last = i; last > 0; --last) {
                const Statement& before = context_.tree[body.children[last - 1]];
                if (!is_unneeded(before) || !follows(before, context_.tree[body.children[last]])) break;
                context_.constructs[before.construct].is_last = true;
            }
        }
    }

    bool is_close(const Statement& statement) const {
        if (statement.kind != Statement::Kind::Construct) return false;
        const Construct& construct = context_.constructs[statement.construct];
        return construct.info->shape == Shape::Close && !context_.host.in_conditional(construct.name.begin);
    }

    bool is_unneeded(const Statement& statement) {
        if (statement.kind != Statement::Kind::Construct) return false;
        const Construct& construct = context_.constructs[statement.construct];
        return construct.info->not_measured && construct.has_statement && !construct.has_messages &&
               !construct.has_jump_out && !context_.host.in_conditional(construct.name.begin) &&
               !names_messages(construct);
    }

    bool names_messages(const Construct& construct) {
        if (!functions_) functions_.emplace(context_);
        return functions_->are_named_in(construct.statement);
    }

    bool follows(const Statement& before, const Statement& next) const {
        for (std::uint32_t token = before.last; token < next.first; ++token)
            if (!context_.host.is(token, ";")) return false;
        return true;
    }

    const CheckContext& context_;
    std::optional<StatementCalls> functions_; // only a candidate needs them
};

} // namespace

void find_last_statements(const CheckContext& context) {
    LastStatements(context).find();
}

} // namespace loop::compiler
