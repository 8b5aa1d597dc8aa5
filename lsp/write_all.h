#pragma once

#include <string_view>

namespace loop::lsp {

/// Writes all bytes; false if nobody reads them.
bool write_all(int out, std::string_view text);

} // namespace loop::lsp
