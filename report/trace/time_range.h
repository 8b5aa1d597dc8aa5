#pragma once

#include "report/trace/trace.h"

#include <cstddef>
#include <cstdint>

namespace loop::report {

/// From `begin_ns` to `end_ns`, exclusive.
struct TimeRange {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;

    std::int64_t length_ns() const { return end_ns > begin_ns ? end_ns - begin_ns : 0; }
};

/// The whole measured program, from the earliest begin to the latest end of any rank.
TimeRange whole(const Trace& trace);

/// A range divided into equal bins, so that a series over time has a bounded length for any trace.
struct TimeGrid {
    TimeRange range;
    std::size_t bins = 1; ///< at least 1

    TimeRange bin(std::size_t index) const;
    std::size_t bin_of(std::int64_t time_ns) const; ///< times outside the range belong to the nearest bin
};

} // namespace loop::report
