#pragma once

#include <string>

namespace loop::compiler {

struct EmitOptions {
    bool line_directives = true;
    std::string machine{}; ///< named in the first lines; empty: for any machine
};

} // namespace loop::compiler
