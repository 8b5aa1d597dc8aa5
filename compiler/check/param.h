#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"
#include "compiler/lex/code.h"

namespace loop::compiler {

/// Reads `type name = default` and the help text of a `\PARAM`. Reports malformed ones and returns nullopt
/// for them.
std::optional<ParameterSummary> parse_param(const Construct& construct, const TokenList& tokens,
                                            Diagnostics& diagnostics);

/// The default of a `\PARAM`, as written.
Code default_of(const Construct& construct, const TokenList& tokens);

/// The types that a `\PARAM` may have, as written in the source.
const std::vector<std::string>& param_types();

} // namespace loop::compiler
