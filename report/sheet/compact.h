#pragma once

#include "report/sheet/sections.h"

/// What a terminal shows of a run: less than the sheet, on a page of text.
namespace loop::report {

std::vector<Section> compact_sections(const SheetInput& input);

/// The paper's first page, compact: percent busy, overhead and idle, average times of send and receive, and
/// the utilization of each processor, of the most and least busy ones where there are many. Of a run with a
/// trace.
DataTable compact_states(const SheetInput& input);

} // namespace loop::report
