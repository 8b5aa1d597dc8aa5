#pragma once

#include "trace/analysis/analysis.h"

#include <optional>

namespace loop::report {

/// The messages of one size that a site receives.
struct SizeCost {
    std::int64_t bytes = 0;
    std::int64_t in_transit_ns = 0;     ///< on the critical path
    std::int64_t messages = 0, all = 0; ///< measured ones of that size, and of any size, received there
};

/// The size whose messages are in transit for the longest time on the critical path, of those that the site
/// receives. Nothing if it receives messages of one size only, or if that size has less than two thirds of
/// the time in transit there.
std::optional<SizeCost> costliest_size(const Trace& trace, const Analysis& analysis, std::uint32_t site);

} // namespace loop::report
