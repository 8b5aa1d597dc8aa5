#pragma once

#include "trace/read/excluded_depth.h"

#include <algorithm>
#include <vector>

namespace loop::report {

/// When a rank was measured, for what has a time but no place among the rank's events.
class MeasuredTimes {
public:
    explicit MeasuredTimes(const RankTrace& rank) {
        ExcludedDepth excluded;
        for (const Event& event : rank.events) {
            const bool before = excluded.is_measured();
            excluded.pass(event);
            if (excluded.is_measured() != before) changes_.push_back(event.time_ns);
        }
    }

    /// Measuring ends at the first change, resumes at the second, and so on.
    bool contains(std::int64_t time_ns) const {
        const auto after = std::upper_bound(changes_.begin(), changes_.end(), time_ns);
        return (after - changes_.begin()) % 2 == 0;
    }

private:
    std::vector<std::int64_t> changes_;
};

} // namespace loop::report
