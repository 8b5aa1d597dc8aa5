#pragma once

#include "report/read/run.h"
#include "report/sweep/sweep.h"

#include <string>

/// What may cause a knee between two neighboring points: clauses for sentences, or "" if the records show
/// nothing.
namespace loop::report {

/// Messages whose size passes the range in which MPI libraries change their protocol, if ranks mostly
/// communicate; or arrays that outgrow a cache, if they mostly compute. If the states are not known, both are
/// tried.
std::string knee_cause(const SweepPoint& below, const SweepPoint& above);

/// The same for messages of these sizes, of a curve that one run measured.
std::string message_knee_cause(double bytes_below, double bytes_above, const RunRecord* run);

} // namespace loop::report
