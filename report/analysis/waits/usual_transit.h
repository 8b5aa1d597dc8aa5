#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

/// How long messages usually are on their way, by their size.
class UsualTransit {
public:
    void add(std::int64_t bytes, std::int64_t ns) { seen_.emplace_back(bytes, ns); }
    /// Call this after all add(), and before of().
    void settle();
    /// The median of messages of that size; else of the next smaller one, but at least half of it. Empty if
    /// there are none.
    std::optional<std::int64_t> of(std::int64_t bytes) const;

private:
    std::vector<std::pair<std::int64_t, std::int64_t>> seen_;
    std::vector<std::pair<std::int64_t, std::int64_t>> medians_; ///< by size
};

} // namespace loop::report
