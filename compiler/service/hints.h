#pragma once

#include "compiler/service/analysis.h"

#include <string>
#include <vector>

namespace loop::compiler {

/// A remark that editors show within a line.
struct Hint {
    std::size_t offset; ///< the text is shown before it
    std::string text;
};

/// What the sizes of messages are, if they are more than a number, with the defaults of the parameters; and
/// which ranks send to which of four ranks. Nothing where the file does not show it.
std::vector<Hint> hints_of(const Analysis& analysis);

} // namespace loop::compiler
