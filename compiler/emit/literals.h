#pragma once

#include <string>
#include <string_view>

namespace loop::compiler {

/// The text as a string literal of C++.
std::string literal_of(std::string_view text);

} // namespace loop::compiler
