#pragma once

#include <string>

namespace loop::report {

/// std::bad_alloc when there is no memory; nothing else can fail.
std::string gzip(const std::string& bytes);

} // namespace loop::report
