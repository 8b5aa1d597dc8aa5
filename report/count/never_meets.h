#pragma once

#include "base/schedule/unmet.h"
#include "base/text/json.h"
#include "report/document/document.h"

/// Sends, receives, and calls that would wait for others forever.
namespace loop::report {

/// Empty if there are none.
Section never_meets_section(const schedule::NeverMeets& all, const std::string& source);

Json json_of(const schedule::NeverMeets& all);

} // namespace loop::report
