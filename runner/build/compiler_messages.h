#pragma once

#include "compiler/compiler.h"

#include <string>
#include <string_view>

namespace loop::runner {

/// Returns the C++ compiler's output with the line of the `.loop` file added below each message that names
/// one. If the line is the same in both files, a caret shows the column. `emitted` is the C++ text that was
/// compiled. If the first error is in a header, the line of the source that led to it comes first.
std::string with_source_lines(std::string_view output, const compiler::Source& source,
                              std::string_view emitted);

} // namespace loop::runner
