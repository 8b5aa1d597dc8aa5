#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

#include <string>

namespace loop::compiler {

/// Reports what a plain program cannot do: kernels, names of LOOP's library that it does not define, and
/// parameters that are needed before `main`.
void check_plain(const Program& program, const Source& source, Diagnostics& diagnostics);

/// Returns the program as C++ on MPI alone, in one readable file: the functions that it needs, then its own
/// code. Requires that check_plain has reported nothing. The same program gives the same bytes.
std::string emit_plain(const Program& program, const Source& source);

} // namespace loop::compiler
