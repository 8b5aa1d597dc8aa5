#pragma once

#include "trace/read/trace.h"

#include <cstdint>
#include <vector>

namespace loop::report {

/// All marks that the user set with one number (PICL's tracemark and tracemarks), on all ranks together.
struct MarkUse {
    std::int64_t number;
    std::uint64_t count = 0;
    std::size_t ranks = 0; ///< how many ranks set it
    std::int64_t first_ns = 0, last_ns = 0;
};

/// Returns the marks, ordered by number.
std::vector<MarkUse> marks_of(const Trace& trace);

} // namespace loop::report
