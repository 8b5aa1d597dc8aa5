#pragma once

#include <algorithm>
#include <cstdint>

namespace loop::report {

/// Count, sum, min, and max of integers (nanoseconds, bytes).
struct Distribution {
    std::uint64_t count = 0;
    std::int64_t sum = 0;
    std::int64_t min = 0; ///< 0 if count is 0
    std::int64_t max = 0;

    void add(std::int64_t value) {
        min = count == 0 ? value : std::min(min, value);
        max = count == 0 ? value : std::max(max, value);
        sum += value;
        ++count;
    }
    void add(const Distribution& other) {
        if (other.count == 0) return;
        min = count == 0 ? other.min : std::min(min, other.min);
        max = count == 0 ? other.max : std::max(max, other.max);
        sum += other.sum;
        count += other.count;
    }
    double average() const { return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count); }
};

} // namespace loop::report
