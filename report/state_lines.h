#pragma once

#include "report/sheet/sections.h"
#include "report/style.h"

#include <string>

namespace loop::report {

/// The paper's first page, compact: percent busy, overhead and idle, average times of send and receive, and
/// the utilization of each processor, of the most and least busy ones where there are many.
std::string state_lines(const SheetInput& input, const Style& style, std::size_t first_width);

} // namespace loop::report
