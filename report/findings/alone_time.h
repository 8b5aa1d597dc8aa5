#pragma once

#include "report/analysis/analysis.h"

#include <vector>

namespace loop::report {

/// When only certain ranks compute.
struct AloneTime {
    std::int64_t alone_ns = 0; ///< one of them computes, and no other rank does
    std::int64_t ended_ns = 0; ///< the part of it in which no other rank is measured: they have ended

    bool is_mostly_after_others() const { return 2 * ended_ns >= alone_ns; }
};

/// `ranks`: in ascending order. Sorts the states' changes of all ranks.
AloneTime alone_time(const Analysis& analysis, const std::vector<int>& ranks);

} // namespace loop::report
