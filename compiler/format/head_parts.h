#pragma once

#include "compiler/ast/ast.h"
#include "compiler/check/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// The text between two parts of a head: whitespace, comments, and punctuation.
struct Gap {
    Range range;
    std::string_view canonical; ///< how it is laid out on one line
    bool may_break = false;     ///< a line may end behind its punctuation
};

/// A construct's head and the semicolon behind it, if it has one (the empty statement of a `\TIMED` is host
/// code).
Range with_semicolon(const ast::Construct& seen, const Construct& construct);

/// Returns the gaps of a construct's head in source order. The parts between them (names and arguments) are
/// never changed.
std::vector<Gap> gaps_of(const ast::Construct& seen, const Construct& construct);

/// Whether a gap has only whitespace and its punctuation, so that it can be laid out: no comment or line
/// splice.
bool is_plain(const Gap& gap, const Source& source);

} // namespace loop::compiler
