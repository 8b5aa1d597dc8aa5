#pragma once

#include "compiler/lex/code.h"

#include <map>
#include <optional>
#include <string_view>

namespace loop::compiler {

/// The value of an integer expression of C++ with these names, calculated as C++ does with long long. nullopt
/// if it has anything else, such as calls, other names, or floating-point numbers, or if it overflows or
/// divides by 0.
std::optional<long long> integer_value(const Code& code, const std::map<std::string_view, long long>& names);

} // namespace loop::compiler
