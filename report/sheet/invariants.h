#pragma once

#include "report/sheet/sections.h"

#include <string>
#include <vector>

/// What holds on every sheet. It is checked once, when a run is read for its sheet.
namespace loop::report {

/// One sentence for each of these that does not hold; none on a good sheet:
/// - the states of a rank sum to its measured time, and that is the elapsed time of its record;
/// - messages and bytes in the tables are those that the ranks counted;
/// - every share has one base, the measured time, and is unknown where less than nine tenths of that are
/// known;
/// - times of phases lie within the run;
/// - the critical path is as long as the longest measured time.
/// What was not recorded contradicts nothing.
std::vector<std::string> broken_invariants(const SheetInput& input);

/// Adds these sentences to the reasons of the run's verdict, so that every output format of its sheet has
/// them; a VALID run is VALID WITH NOTES then.
void tell_contradictions(RunDirectory& directory, const Analysis* analysis);

} // namespace loop::report
