#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/lex/tokens.h"

namespace loop::compiler {

/// Reads the flags and libraries of a `\BUILD` from the tokens of its file. Reports those that cannot be
/// honored, and leaves them out.
BuildNeeds parse_build(const Construct& construct, const TokenList& tokens, Diagnostics& diagnostics);

} // namespace loop::compiler
