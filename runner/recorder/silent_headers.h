#pragma once

#include "runner/build/runtime_parts.h"

#include <filesystem>
#include <string_view>

/// Whether functions in the headers of a program may communicate.
namespace loop::runner {

/// Whether the text of a header names no call of the recorder's parts, nothing else of MPI or LOOP, and no
/// header but those of the C++ standard library and own ones. Such a header cannot communicate by itself.
bool is_silent(std::string_view header, const RuntimeParts& recorder);

/// Whether all headers of its own are silent, which the record of its dependencies lists. If it lists none,
/// nothing is known of them: false.
bool has_silent_headers(std::string_view record, const RuntimeParts& recorder);

} // namespace loop::runner
