#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loop::compiler {

/// Returns the concatenated contents of string constants; nullopt for other code, and for none.
std::optional<std::string> string_constant(std::string_view code);

} // namespace loop::compiler
