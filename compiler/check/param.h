#pragma once

#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Reads `type name = default` and the help text of a `\PARAM`. Reports malformed ones and returns nullopt
/// for them.
std::optional<ParameterSummary> parse_param(const Construct& construct, const Source& source,
                                            Diagnostics& diagnostics);

/// The types that a `\PARAM` may have, as written in the source.
const std::vector<std::string>& param_types();

} // namespace loop::compiler
