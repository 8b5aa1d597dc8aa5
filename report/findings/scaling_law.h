#pragma once

#include "report/findings/scaling_conclusions.h"

/// Which law describes the times on several numbers of ranks. Pure functions.
namespace loop::report {

/// Why the curve's law does not describe its times; "" if it does. The curve must have a law.
std::string law_objection(const ScalingCurve& curve);

/// The other law as a clause, if it describes the times and the curve's law does not, or clearly worse: "the
/// ranks share the work, and add 3 ms times the number of ranks (within 1.2 %)". "" otherwise.
std::string cost_clause(const ScalingCurve& curve);

/// Explains the serial fraction of a single point that is below 0 or above 1: "" for others.
std::string outside_point(double serial_fraction, bool is_scaled);

/// Smaller changes of a speed-up, or of a serial fraction, are none.
constexpr double no_change = 0.01;
/// Largest deviation of a law, relative to the times, that a sentence names.
constexpr double good_fit = 0.1;
/// Up to how many times the measured numbers of ranks something is said of more ranks.
constexpr double most_beyond = 4;

} // namespace loop::report
