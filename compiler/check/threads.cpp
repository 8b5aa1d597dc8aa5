#include "compiler/check/checks.h"

namespace loop::compiler {

namespace {

/// The construct around it whose statement threads execute, or null.
const Construct* threads_around(const CheckContext& context, const Construct& construct) {
    for (std::size_t outer = construct.parent; outer != none; outer = context.constructs[outer].parent)
        if (context.constructs[outer].is_threaded()) return &context.constructs[outer];
    return nullptr;
}

/// The machine's BLAS may start threads itself.
void check_library(const CheckContext& context, const Construct& construct) {
    if (construct.is_threaded() || !construct.uses_threads()) return;
    const Range threads = construct.argument(construct.threads());
    for (std::size_t i = 0; i < construct.arguments.size(); ++i)
        if (construct.has(i) && construct.info->parameters[i].kind == ParameterKind::Library &&
            context.text(construct.argument(i)) == "cblas")
            context.diagnostics
                .error("argument-choice", threads,
                       "`LIBRARY: cblas` and `THREADS` of `{}` exclude each other", context.text(construct))
                .hint = "the machine's BLAS decides about its threads, for example by OPENBLAS_NUM_THREADS";
}

} // namespace

void check_threads(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        check_library(context, construct);
        if (construct.communicates()) continue; // see check_local_statements
        if (construct.info->by_threads && !construct.uses_threads()) continue;
        const Construct* const around = threads_around(context, construct);
        if (around == nullptr) continue;
        Diagnostic& diagnostic = context.diagnostics.error(
            "inside-threads", construct.name, "threads cannot execute `{}`", context.text(construct));
        diagnostic.note("threads execute the statement of this construct", around->name);
        diagnostic.hint = "put it around the threads, before them, or after them";
    }
}

} // namespace loop::compiler
