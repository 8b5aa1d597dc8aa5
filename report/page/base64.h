#pragma once

#include <string>

namespace loop::report {

std::string base64(const std::string& bytes);

} // namespace loop::report
