#pragma once

#include "compiler/lex/code.h"

#include <optional>
#include <string>

namespace loop::compiler {

/// Whether the token is a string constant without a prefix, or a raw one.
bool is_string(const Code& code, std::size_t token);
/// Whether the token is the prefix of the string constant behind it, such as `L`.
bool is_string_prefix(const Code& code, std::size_t token);

/// Returns the concatenated contents of string constants; nullopt for other code, and for none.
std::optional<std::string> string_constant(const Code& code);

} // namespace loop::compiler
