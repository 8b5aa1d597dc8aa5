#include "base/text/counted.h"

namespace loop {

std::string counted(long long number, const std::string& word) {
    const std::string ending = number == 1 ? "" : !word.empty() && word.back() == 'h' ? "es" : "s";
    return std::to_string(number) + " " + word + ending;
}

} // namespace loop
