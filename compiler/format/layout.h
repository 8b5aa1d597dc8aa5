#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"

#include <string>

namespace loop::compiler {

/// Lines of laid out heads end before this column if they can.
inline constexpr std::size_t layout_columns = 110;

/// Returns the source with the heads of its constructs laid out; everything else stays byte for byte. Changes
/// whitespace only, outside of arguments. Heads that contain comments or arguments of several lines, and
/// heads in an `#if`, keep their lines. The result depends only on what is not changed, so laying it out
/// again gives the same. Requires a program without errors: each construct of `file` has its entry in
/// `program`.
std::string lay_out(const ast::File& file, const Program& program, const Source& source);

} // namespace loop::compiler
