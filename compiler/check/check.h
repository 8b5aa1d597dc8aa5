#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"
#include "compiler/check/statements.h"
#include "compiler/diagnostics/diagnostic.h"

namespace loop::compiler {

struct CheckedFile {
    HostCode host;
    StatementTree tree;
    Program program; ///< for the emitter; complete if no errors were reported
};

/// Checks the parsed file. `plain`: also finds the facts that `--plain` needs.
CheckedFile check(const ast::File& file, Lexed lexed, const Source& source, Diagnostics& diagnostics,
                  bool plain = false);

} // namespace loop::compiler
