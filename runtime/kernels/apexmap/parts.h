#pragma once

#include "kernels/kernel_trace.h"

namespace loop::runtime::apexmap {

// The parts of Apex-Map in the trace. A rank is in `accesses` unless it is in one of the others.
struct Parts {
    trace::SiteIndex accesses;      // reads its own blocks
    trace::SiteIndex communication; // requests, answers, and gets, and waits for them
    trace::SiteIndex sums;          // adds the words of other ranks
};

} // namespace loop::runtime::apexmap
