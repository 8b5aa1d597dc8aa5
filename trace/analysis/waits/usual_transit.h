#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

/// How long messages usually are on their way, by their size.
class UsualTransit {
public:
    void add(std::int64_t bytes, std::int64_t ns) { known_.emplace_back(bytes, ns); }
    /// Adds a message that was on its way for at most this time.
    void add_bound(std::int64_t bytes, std::int64_t most_ns) { bounds_.emplace_back(bytes, most_ns); }
    /// Call this after all add(), and before of().
    void finish();
    /// The median of messages of that size; else of the next smaller one, but at least half of it. If there
    /// are none, the smallest bound of such a size, if there is one.
    std::optional<std::int64_t> of(std::int64_t bytes) const;
    /// Whether of() is a time that was seen, and not a bound.
    bool is_known(std::int64_t bytes) const;

private:
    using Times = std::vector<std::pair<std::int64_t, std::int64_t>>; ///< by size

    Times known_, bounds_; ///< after settle(): one time for each size
};

} // namespace loop::report
