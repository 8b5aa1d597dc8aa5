#pragma once

#include "report/sheet/sections.h"

#include <string>
#include <vector>

/// Consistency checks of a sheet, made once, when a run is read for its sheet.
namespace loop::report {

/// Returns one sentence for each of these conditions that is violated:
/// - the states of a rank sum to its measured time, and that is the elapsed time of its record;
/// - the tables contain as many messages and bytes as the ranks counted;
/// - every percentage is relative to the measured time; it is shown if at least 90 % of that time is known,
///   otherwise it is unknown;
/// - times of phases lie within the run;
/// - the critical path is as long as the longest measured time;
/// - r, g, and l agree with what they were computed from, and a prediction with its parts.
/// Data that was not recorded cannot violate a condition.
std::vector<std::string> broken_invariants(const SheetInput& input);

/// Adds these sentences to the reasons of the run's verdict, so that every output format of its sheet has
/// them. If there are any, a VALID run becomes VALID WITH NOTES. `prediction` as in SheetInput.
void add_contradictions(RunDirectory& directory, const Analysis* analysis,
                        std::shared_ptr<const bsp::MachineTable> prediction = {});

} // namespace loop::report
