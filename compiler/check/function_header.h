#pragma once

#include "compiler/check/host_scanner.h"

namespace loop::compiler {

/// What stands before a brace outside functions, and so what the brace begins.
struct FunctionHeader {
    bool scope = false;    ///< of declarations: namespace, class, extern "C"
    bool function = false; ///< the body of a function
    bool goes_on = false;  ///< a member's value; the body comes later
    std::string_view name; ///< of the function, or of the variable that a lambda is given to
};

/// Reads the tokens from `start`, where a declaration begins, to the brace at `open`.
FunctionHeader read_header(const HostCode& host, std::uint32_t start, std::uint32_t open);

} // namespace loop::compiler
