#pragma once

#include "compiler/check/host_tokens.h"

namespace loop::compiler {

/// What a brace outside functions begins, judging by the tokens before it.
struct FunctionHeader {
    bool scope = false;    ///< a scope of declarations: namespace, class, extern "C"
    bool function = false; ///< the body of a function
    bool goes_on = false;  ///< the initializer of a member; the body comes later
    std::string_view name; ///< the name of the function, or of the variable that a lambda initializes
};

/// Reads the tokens from `start`, at which a declaration begins, to the brace at `open`.
FunctionHeader read_header(const HostCode& host, std::uint32_t start, std::uint32_t open);

} // namespace loop::compiler
