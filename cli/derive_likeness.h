#pragma once

#include "report/derive/likeness.h"
#include "report/read/run_directory.h"

namespace loop::cli {

/// How alike the runs are, for the user: sequences, traffic, times, and states. Both have traces.
std::string likeness_text(const report::derive::Likeness& likeness, const report::RunDirectory& original,
                          const report::RunDirectory& derived);

} // namespace loop::cli
