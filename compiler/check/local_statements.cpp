#include "compiler/check/checks.h"
#include "compiler/check/statement_calls.h"

#include <optional>

namespace loop::compiler {

namespace {

/// The first construct inside the statement of `outer` that communicates and must not, or null.
const Construct* communicating_part(const CheckContext& context, std::size_t outer) {
    for (std::size_t i = outer + 1; i < context.constructs.size(); ++i) {
        const Construct& inner = context.constructs[i];
        if (inner.name.begin >= context.constructs[outer].statement.end) break;
        const bool is_allowed = context.constructs[outer].has_partners() && inner.info->by_threads;
        if (inner.communicates() && !is_allowed) return &inner;
    }
    return nullptr;
}

std::string why_local(const Construct& construct) {
    if (construct.has_partners()) return "threads cannot execute this one";
    if (construct.is_threaded()) return "the threads of a rank execute this statement at the same time";
    return construct.info->shared_passes ? "each pass is on one rank only"
                                         : "ranks execute this statement one after the other";
}

} // namespace

void check_local_statements(const CheckContext& context) {
    std::optional<StatementCalls> functions; // only an error needs them
    for (std::size_t i = 0; i < context.constructs.size(); ++i) {
        const Construct& construct = context.constructs[i];
        if (!construct.info->local_statement && !construct.is_threaded()) continue;
        if (!construct.has_statement || !construct.has_messages) continue;
        const Construct* const part = communicating_part(context, i);
        if (part == nullptr && construct.has_partners() && !construct.calls_messages) continue;
        if (!functions) functions.emplace(context);
        const Range call = part == nullptr ? functions->first_in(construct.statement) : Range{};
        const Range where = part != nullptr ? part->name : call.begin < call.end ? call : construct.name;
        Diagnostic& diagnostic = context.diagnostics.error(
            "communication-inside", where, "the statement of `{}` communicates", context.text(construct));
        if (where.begin != construct.name.begin)
            diagnostic.note("the statement belongs to this construct", construct.name);
        diagnostic.hint = "communicate before or after it: " + why_local(construct);
    }
}

} // namespace loop::compiler
