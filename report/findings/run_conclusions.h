#pragma once

#include "report/document/document.h"
#include "report/read/run_directory.h"
#include "trace/analysis/analysis.h"

#include <vector>

namespace loop::report {

/// What a run shows: what bounds it, which construct costs most, which rank is late and why, which phase
/// dominates, whether ranks lacked cores, whether launches differ. The most important conclusion is first.
/// Only what the data support: none if the run is INVALID; without a trace (`analysis` is null), only what
/// the ranks' records show.
std::vector<Conclusion> run_conclusions(const RunDirectory& directory, const Analysis* analysis);

} // namespace loop::report
