#pragma once

#include <string>

namespace loop::compiler {

struct EmitOptions {
    bool line_directives = true;
    std::string machine{}; ///< a comment at the top of the C++ names it; empty: any machine
};

} // namespace loop::compiler
