#include "compiler/check/checks.h"

namespace loop::compiler {

void check_groups(const CheckContext& context) {
    for (const Construct& construct : context.constructs) {
        if (!construct.info->concerns_all) continue;
        for (std::size_t outer = construct.parent; outer != none; outer = context.constructs[outer].parent) {
            if (context.constructs[outer].info->shape != Shape::Choice) continue;
            context.diagnostics
                .error("inside-among", construct.name, "`{}` concerns all ranks, and cannot be inside `{}`",
                       context.text(construct), context.text(context.constructs[outer]))
                .note("this construct parts the ranks", context.constructs[outer].name);
            break;
        }
    }
}

} // namespace loop::compiler
