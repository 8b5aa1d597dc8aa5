#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Finds which of its forms a construct has. Reports arguments that exclude each other, and a form that is
/// missing.
void choose_form(Construct& construct, const Source& source, Diagnostics& diagnostics);

} // namespace loop::compiler
