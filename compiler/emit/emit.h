#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/options.h"

namespace loop::compiler {

/// Writes the program as C++: the host code untouched, each construct replaced in place, line for line, so
/// that one `#line` makes every message speak of the `.loop` file.
std::string emit(const Program& program, const Source& source, const EmitOptions& options);

} // namespace loop::compiler
