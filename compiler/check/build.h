#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Reads the flags and libraries of a `\BUILD`. Reports those that cannot be honored, and leaves them out.
BuildNeeds parse_build(const Construct& construct, const Source& source, Diagnostics& diagnostics);

} // namespace loop::compiler
