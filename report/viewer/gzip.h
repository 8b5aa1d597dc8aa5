#pragma once

#include <string>

namespace loop::report {

/// Throws only std::bad_alloc.
std::string gzip(const std::string& bytes);

} // namespace loop::report
