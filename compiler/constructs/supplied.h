#pragma once

#include <string_view>

namespace loop::compiler {

/// A name from the LOOP paper that a program may use without declaring it.
struct Supplied {
    std::string_view name;
    std::string_view declaration;
    std::string_view plain = declaration; ///< in a program without the runtime
};

inline constexpr Supplied supplied[] = {
    {"TRACE_BUF_SIZE", "static const int TRACE_BUF_SIZE = 250000;"},
    {"T_BUF", "static const int T_BUF = 250000;"},
    {"MY_TYPE", "using MY_TYPE = double;"},
    {"ITERATIONS", "static const int ITERATIONS = loop::iterations();",
     "#define ITERATIONS loop::iterations() // known from the beginning of main on"},
};

constexpr bool is_supplied(std::string_view word) {
    for (const Supplied& row : supplied)
        if (row.name == word) return true;
    return false;
}

} // namespace loop::compiler
