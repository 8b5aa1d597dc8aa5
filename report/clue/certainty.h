#pragma once

#include <cstddef>
#include <string>

namespace loop::report {

/// How sure it is what holds in `holds` of `left` trials that count: "sure: in 4 of 4 trials". Sure if in
/// all, and there are at least four; likely if in two thirds, and there are at least three; otherwise
/// doubtful.
std::string certainty_text(std::size_t holds, std::size_t left);

/// The same if other trials do not count, as they were disturbed: "sure: in 4 of 4 trials, 2 disturbed left
/// out"; "doubtful: all 6 trials were disturbed".
std::string certainty_text(std::size_t holds, std::size_t left, std::size_t disturbed);

} // namespace loop::report
