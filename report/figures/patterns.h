#pragma once

#include "report/viewer/kinds.h"

#include <string>

/// The styles of kinds (viewer/kinds.h): colors, then the same colors with hatching.
namespace loop::report {

/// Returns the CSS class of a style: "kind3", or "kind-others".
std::string kind_class(std::size_t kind);

/// Returns `body`, which are the shapes of a figure on a page, after definitions of the patterns that it
/// uses.
std::string own_patterns(const std::string& body);

/// Definitions and style for a standalone file, in which all kinds and the states that are not measured are
/// hatched.
std::string print_patterns();
std::string print_pattern_style();

} // namespace loop::report
