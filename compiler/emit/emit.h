#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/options.h"

namespace loop::compiler {

/// Returns the program as C++. Host code stays unchanged, and each construct is replaced in place without
/// changing line numbers, so that a single `#line` makes all messages refer to the `.loop` file.
std::string emit(const Program& program, const Source& source, const EmitOptions& options);

} // namespace loop::compiler
