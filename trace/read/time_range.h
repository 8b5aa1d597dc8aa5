#pragma once

#include "trace/read/trace.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loop::report {

/// From `begin_ns` to `end_ns`, exclusive.
struct TimeRange {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;

    std::int64_t length_ns() const { return end_ns > begin_ns ? end_ns - begin_ns : 0; }
};

/// The whole measured program, from the earliest begin to the latest end of any rank.
TimeRange whole(const Trace& trace);

/// Stretches of time that diagrams leave out. The *shown time* of an instant is its time without the breaks
/// before it. Without breaks, it is the time itself.
class Breaks {
public:
    Breaks() = default;
    /// `ranges` must be ordered and must not overlap. `unrecorded`: for each, whether ranks were measured in
    /// it but not recorded; without the list, no rank was measured.
    explicit Breaks(std::vector<TimeRange> ranges, std::vector<char> unrecorded = {});

    const std::vector<TimeRange>& ranges() const { return ranges_; }
    bool empty() const { return ranges_.empty(); }
    bool is_unrecorded(std::size_t index) const {
        return index < unrecorded_.size() && unrecorded_[index] != 0;
    }
    std::int64_t shown(std::int64_t time_ns) const {
        return ranges_.empty() ? time_ns : without_breaks(time_ns);
    }
    TimeRange shown(TimeRange range) const { return {shown(range.begin_ns), shown(range.end_ns)}; }
    bool has_unrecorded() const;
    /// Returns the latest time with this shown time: the end of a break, if there is one.
    std::int64_t time(std::int64_t shown_ns) const;
    /// Returns the time that the breaks take within `range`.
    std::int64_t length_in(TimeRange range) const;

private:
    std::int64_t without_breaks(std::int64_t time_ns) const;

    std::vector<TimeRange> ranges_;
    std::vector<char> unrecorded_;
    std::vector<std::int64_t> before_; ///< by break: length of all earlier ones
};

/// A range divided into bins of equal shown time, so that a series over time has a bounded length for any
/// trace.
struct TimeGrid {
    TimeGrid() = default;
    /// `bin_count` must be at least 1.
    TimeGrid(TimeRange whole_range, std::size_t bin_count, Breaks left_out = {});

    TimeRange range;
    std::size_t bins = 1;
    Breaks breaks;
    TimeRange shown; ///< the range in shown time

    /// In shown time.
    TimeRange bin(std::size_t index) const { return {edges_[index], edges_[index + 1]}; }
    /// `shown_ns` is a shown time. Times outside the range belong to the nearest bin.
    std::size_t bin_of(std::int64_t shown_ns) const;

private:
    std::vector<std::int64_t> edges_ = {0, 0}; ///< of the bins: computed once, as every message asks for two
};

} // namespace loop::report
