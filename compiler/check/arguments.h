#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

/// Binds what was written to the parameters of the construct's row: by position first, then by name. Reports
/// what is missing, too much, unknown, given twice, of the wrong kind, or a constant that cannot be.
void bind_arguments(const ast::Construct& seen, Construct& construct, const Source& source,
                    Diagnostics& diagnostics);

/// The value of an integer constant such as `-3` or `(4)`; nothing where it is anything else.
std::optional<long long> integer_constant(std::string_view code);

} // namespace loop::compiler
