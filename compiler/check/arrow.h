#pragma once

#include "compiler/source/source.h"

#include <optional>

namespace loop::compiler {

/// The two sides of `sender -> receivers`, without surrounding whitespace.
struct Arrow {
    Range sender;
    Range result;
};

/// Splits an argument at its first `->`, if that follows a single name, number, or expression in parentheses,
/// and nothing else. So `(p->size)` has no arrow, and `r -> p->size` is split after `r`.
std::optional<Arrow> find_arrow(const Source& source, Range argument);

} // namespace loop::compiler
