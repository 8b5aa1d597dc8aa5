#pragma once

#include "base/schedule/counts.h"
#include "base/text/json.h"

#include <string>

namespace loop::report {

/// Format loop-count/1 (docs/record.md), without what never meets.
Json count_as_json(const schedule::Counts& counts, const std::string& program);

} // namespace loop::report
