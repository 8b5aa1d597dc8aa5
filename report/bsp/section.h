#pragma once

#include "report/document/document.h"
#include "report/read/run.h"

#include <string>
#include <utility>
#include <vector>

namespace loop::report::bsp {

/// What a run says about r, g, and l, line by line; none without \BSPBENCH and \BSPPROBE.
std::vector<std::string> lines(const RunRecord& run);

/// r (or s), g, and l of the run's first benchmark, by id; none without \BSPBENCH and \BSPPROBE.
std::vector<std::pair<std::string, Fact>> headline(const RunRecord& run);
/// What lines() says, with tables and pictures.
Section section(const RunRecord& run);
/// Whether lines() sums up this series, so that a terminal does not show its many columns.
bool sums_up(const formats::ResultTag& tag);
/// Whether the section draws the series of this kind.
bool draws(const formats::ResultTag& tag);

} // namespace loop::report::bsp
