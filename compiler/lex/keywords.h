#pragma once

#include <string_view>

namespace loop::compiler {

/// A word that C++ reserves.
bool is_keyword(std::string_view word);
/// A keyword that can begin a type: int, const, unsigned and the like.
bool is_type_keyword(std::string_view word);

} // namespace loop::compiler
