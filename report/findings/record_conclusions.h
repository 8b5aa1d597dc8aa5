#pragma once

#include "report/document/document.h"
#include "report/read/run_directory.h"

#include <optional>
#include <vector>

/// What the ranks' records show, without a trace.
namespace loop::report {

/// Ranks were ready to run but had no core, for more than a twentieth of their time.
std::optional<Conclusion> core_conclusion(const RunDirectory& directory);
/// The longest phase, and the rank that takes longest in it. Only for runs without a trace.
std::vector<Conclusion> phase_times_conclusions(const RunDirectory& directory);
/// The threads of a construct wait for the slowest of them, for more than a twentieth of the run's time.
/// Nothing if they share cores.
std::optional<Conclusion> threads_conclusion(const RunDirectory& directory);
/// The times of the launches differ by more than a third.
std::optional<Conclusion> launches_conclusion(const RunDirectory& directory);

} // namespace loop::report
