#include "report/clue/certainty.h"

#include <fmt/core.h>

namespace loop::report {

std::string certainty_text(std::size_t holds, std::size_t left) {
    const char* const word = holds == left && holds >= 4          ? "sure"
                             : left >= 3 && 3 * holds >= 2 * left ? "likely"
                                                                  : "doubtful";
    return fmt::format("{}: in {} of {} trials", word, holds, left);
}

} // namespace loop::report
