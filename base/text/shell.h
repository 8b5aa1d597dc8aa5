#pragma once

#include <string>
#include <vector>

namespace loop {

/// The argument vector as a shell command: arguments are quoted if necessary.
std::string shell_words(const std::vector<std::string>& arguments);

} // namespace loop
