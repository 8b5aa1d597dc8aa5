#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// A program as C++ that tools for C++ can lay out: each head, or heads that follow each other on a line, is
/// `name;`, or `for (;; name)` if a statement follows. The names are new, and about as long as the heads.
struct HostMask {
    struct Masked {
        std::string name;
        bool is_loop = false;
        std::string text; ///< the heads
    };
    std::string text;
    std::vector<Masked> heads;

    /// Puts the heads back into the masked text after its whitespace has changed. nullopt: a name is missing.
    std::optional<std::string> unmasked(std::string_view laid_out) const;
};

HostMask mask_heads(const ast::File& file, const Program& program, const Source& source);

} // namespace loop::compiler
