#pragma once

#include "compiler/compiler.h"

#include <string>
#include <string_view>

namespace loop::runner {

/// The C++ compiler's output with the line of the `.loop` file under each message that names one. Where the
/// line reads the same in both files, a caret shows the column. `emitted` is the text that was compiled.
/// Where the first error is inside a header, the line of the source that led there comes first.
std::string with_source_lines(std::string_view output, const compiler::Source& source,
                              std::string_view emitted);

} // namespace loop::runner
