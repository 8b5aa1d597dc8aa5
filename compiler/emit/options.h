#pragma once

#include <string>

namespace loop::compiler {

/// What the C++ is for: LOOP's runtime, or MPI alone (`--plain`).
enum class Target { Runtime, Plain };

struct EmitOptions {
    bool line_directives = true;
    std::string machine{}; ///< a comment at the top of the C++ names it; empty: any machine
};

} // namespace loop::compiler
