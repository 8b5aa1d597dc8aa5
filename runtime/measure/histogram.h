#pragma once

#include <loop/log_bins.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace loop::runtime {

// Counts values in logarithmic bins (<loop/log_bins.h>), within less than 4 KiB. The bins cover 27 octaves,
// for example 10 ns to 1.3 s, and move to where the values are. Values outside count in the nearest bin.
// `Counter` is smaller in tests.
template <class Counter = std::uint32_t>
class Histogram {
public:
    static constexpr int octaves = 27;
    static constexpr int size = octaves * log_bins::per_octave;

    struct Bin {
        int number;
        std::uint64_t count;
    };

    // Accepts any value.
    void add(double value) {
        if (!(value > 0) || value > DBL_MAX) return add_apart(value);
        min_ = std::min(min_, value);
        max_ = std::max(max_, value);
        sum_ += value;
        const int bin = log_bins::bin_of(value);
        const auto at = static_cast<unsigned>(bin - first_);
        if (at < size)
            count(at);
        else
            add_outside(bin);
    }

    // In ascending order, without empty ones.
    std::vector<Bin> bins() const {
        std::vector<Bin> all;
        for (unsigned at = 0; at < size; ++at) {
            const int number = first_ + static_cast<int>(at);
            const auto full = std::count(full_.begin(), full_.end(), number);
            const std::uint64_t count = counts_[at] + static_cast<std::uint64_t>(full) * counter_range;
            if (count > 0) all.push_back({number, count});
        }
        return all;
    }
    long long zeros() const { return zeros_; }
    long long negative() const { return negative_; }
    long long not_finite() const { return not_finite_; }
    long long outside() const { return outside_; } // counted in the first or the last bin
    // Of all values that are finite and not negative; without values, `min` is above `max`.
    double min() const { return zeros_ > 0 ? 0 : min_; }
    double max() const { return max_; }
    double sum() const { return sum_; }

private:
    static constexpr std::uint64_t counter_range = std::uint64_t{static_cast<Counter>(-1)} + 1;
    static constexpr int nowhere = -(1 << 30); // so that the first value is outside

    void count(unsigned at) {
        if (++counts_[at] == 0) full_.push_back(first_ + static_cast<int>(at));
    }

    void add_apart(double value) {
        if (value == 0) {
            max_ = std::max(max_, value);
            ++zeros_;
        } else if (!std::isfinite(value)) {
            ++not_finite_;
        } else {
            ++negative_;
        }
    }

    void add_outside(int bin) {
        if (first_ == nowhere) {
            first_ = bin - size / 3; // long times are farther from the usual ones than short times
        } else if (const auto used = used_bins();
                   std::max(used.last, bin) - std::min(used.first, bin) < size) {
            move_to(centered(std::min(used.first, bin), std::max(used.last, bin)));
        } else {
            ++outside_;
            bin = std::clamp(bin, first_, first_ + size - 1);
        }
        count(static_cast<unsigned>(bin - first_));
    }

    struct Range {
        int first, last;
    };
    Range used_bins() const {
        const std::vector<Bin> used = bins();
        return {used.front().number, used.back().number};
    }
    static int centered(int first, int last) { return first - (size - 1 - (last - first)) / 2; }

    void move_to(int first) {
        Counter moved[size] = {};
        for (int at = 0; at < size; ++at) {
            const int to = first_ + at - first;
            if (to >= 0 && to < size) moved[to] = counts_[at];
        }
        std::copy(moved, moved + size, counts_);
        first_ = first;
    }

    double min_ = HUGE_VAL, max_ = -HUGE_VAL, sum_ = 0;
    long long zeros_ = 0, negative_ = 0, not_finite_ = 0, outside_ = 0;
    std::vector<int> full_; // the bins whose counters overflowed, once for each time
    int first_ = nowhere;
    Counter counts_[size] = {};
};

} // namespace loop::runtime
