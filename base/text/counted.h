#pragma once

#include <string>

namespace loop {

/// "3 points", "1 launch", "2 launches": the number, and the word as it goes with it.
std::string counted(long long number, const std::string& word);

} // namespace loop
