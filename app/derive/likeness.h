#pragma once

#include "derive/likeness.h"
#include "report/read/run_directory.h"

namespace loop::app {

/// How alike the runs are, for the user: sequences, traffic, times, and states. Both have traces. `times`:
/// those of further launches, which are shown instead; may be empty.
std::string likeness_text(const report::derive::Likeness& likeness, const report::RunDirectory& original,
                          const report::RunDirectory& derived, const std::string& times);

} // namespace loop::app
