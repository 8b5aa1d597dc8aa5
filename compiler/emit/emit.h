#pragma once

#include "compiler/check/program.h"
#include "compiler/emit/edits.h"
#include "compiler/emit/options.h"

namespace loop::compiler {

/// What every program includes before its own code. A program with CBLAS defines LOOP_USE_CBLAS before it.
inline constexpr const char* common_includes =
    "#include <cstdio>\n#include <cstdlib>\n#include <loop/loop.h>\n";

/// Returns the program as C++. Host code stays unchanged, and each construct is replaced in place without
/// changing line numbers, so that a single `#line` makes all messages refer to the `.loop` file.
std::string emit(const Program& program, const Source& source, const EmitOptions& options);

/// The same, and where host code is in it.
struct MappedCxx {
    std::string text;
    std::vector<KeptText> kept; ///< in order
};
MappedCxx emit_mapped(const Program& program, const Source& source, const EmitOptions& options);

} // namespace loop::compiler
