#pragma once

#include "report/derive/declarations.h"
#include "report/derive/tree.h"

namespace loop::report::derive {

/// A step on each number of ranks.
using Steps = std::vector<const Step*>;

/// The construct that does what the steps do, without a semicolon. `overlaps`: a statement will follow, which
/// runs while the messages are in flight.
std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps, Declarations& declarations);

/// `\WORK` of a load, with a semicolon.
std::string work_of(const Load& load, Declarations& declarations);

/// A load on some numbers of ranks.
struct LoadAt {
    std::vector<const Load*> loads;
    Counts counts;
};

/// `\WORK` of the mean of all ranks, which may depend on their number.
std::string work_of(const LoadAt& load);

} // namespace loop::report::derive
