#pragma once

#include <cstddef>
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

/// A variable that LOOP declares and `\OPEN0` sets, if the argument with its address is left out.
struct OpenedVariable {
    std::size_t parameter; ///< the index of the argument
    Supplied variable;
};

inline constexpr OpenedVariable opened_variables[] = {
    {0, {"nodes", "[[maybe_unused]] static int nodes = 0; // \\OPEN0 sets it", "static int nodes = 0;"}},
    {1, {"me", "[[maybe_unused]] static int me = 0; // \\OPEN0 sets it", "static int me = 0;"}},
    {3, {"size", "[[maybe_unused]] static int size = 0; // \\OPEN0 sets it", "static int size = 0;"}},
};

constexpr bool is_supplied(std::string_view word) {
    for (const Supplied& row : supplied)
        if (row.name == word) return true;
    return false;
}

} // namespace loop::compiler
