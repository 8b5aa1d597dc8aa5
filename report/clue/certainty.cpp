#include "report/clue/certainty.h"

#include <fmt/core.h>

namespace loop::report {

std::string certainty_text(std::size_t holds, std::size_t left) {
    const char* const word = holds == left && holds >= 4          ? "sure"
                             : left >= 3 && 3 * holds >= 2 * left ? "likely"
                                                                  : "doubtful";
    return fmt::format("{}: in {} of {} trials", word, holds, left);
}

std::string certainty_text(std::size_t holds, std::size_t left, std::size_t disturbed) {
    if (disturbed == 0) return certainty_text(holds, left);
    if (left == 0 && disturbed == 1) return "doubtful: the only trial was disturbed";
    if (left == 0) return fmt::format("doubtful: all {} trials were disturbed", disturbed);
    return fmt::format("{}, {} disturbed left out", certainty_text(holds, left), disturbed);
}

} // namespace loop::report
