#pragma once

#include "compiler/check/checks.h"

#include <functional>

namespace loop::compiler {

using VisitJump = std::function<void(std::uint32_t statement)>;

/// Visits each `return`, `goto`, `break`, and `continue` in the children of a statement that leaves it, in
/// the order of the text; `within` is its text. The bodies of lambdas, local classes, and unknown macros are
/// left to the run: the runtime notices a rank that has left.
void visit_jumps_out(const CheckContext& context, std::uint32_t statement, Range within,
                     const VisitJump& visit_jump);

} // namespace loop::compiler
