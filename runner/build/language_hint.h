#pragma once

#include <string>
#include <string_view>

namespace loop::runner {

/// If the output of the C++ compiler shows that a program is C where C++ differs, or that a header has
/// constructs: what to write instead. Empty otherwise.
std::string language_hint(std::string_view messages);

} // namespace loop::runner
