#pragma once

#include "base/text/json.h"
#include "compiler/source/source.h"

/// The protocol counts lines and columns from 0, and columns in units of UTF-16.
namespace loop::lsp {

/// The offset of a position; positions beyond a line's or the file's end mean that end.
std::size_t offset_of(const compiler::Source& source, const Json& position);

Json position_of(const compiler::Source& source, std::size_t offset);
Json range_of(const compiler::Source& source, compiler::Range range);

/// The number of UTF-16 units of a text.
std::size_t utf16_length(std::string_view text);

} // namespace loop::lsp
