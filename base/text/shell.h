#pragma once

#include <string>
#include <vector>

namespace loop {

/// The argument vector as a person would type it, and as a shell takes it back: words are quoted where they must be.
std::string shell_words(const std::vector<std::string>& arguments);

} // namespace loop
