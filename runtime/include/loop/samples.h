#pragma once

#include <loop/site.h>

#include <climits>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace loop {

// The argument KEY of \TIMED and \SAMPLE: samples with different keys are kept apart.
class SampleKey {
public:
    constexpr SampleKey() = default;
    template <class N>
    constexpr SampleKey(N value) : value_(static_cast<double>(value)), is_given_(true) {
        static_assert(std::is_arithmetic<N>::value, "a KEY is a number");
    }
    constexpr bool is_given() const { return is_given_; }
    constexpr double value() const { return value_; }

private:
    double value_ = 0;
    bool is_given_ = false;
};

inline constexpr SampleKey no_key{};
inline constexpr int every_rank = INT_MIN;

namespace detail {
struct Samples;
void add_sample(std::string_view name, std::string_view unit, double value, SampleKey key, Site site);
} // namespace detail

// \TIMED("name", PER: per, KEY: key, RANK: rank) statement: each execution adds one sample, its time divided
// by `per`, without the time that the runtime excludes. Samples with one name are one distribution, on any
// line. What is not measured (\UNTIMED, a warm-up) is no sample. Local.
class Timed {
public:
    explicit Timed(std::string_view name, double per = 1, SampleKey key = no_key, int rank = every_rank,
                   Site site = Site::here());
    ~Timed();
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

private:
    detail::Samples* samples_ = nullptr; // null: this rank does not record this execution
    double sample_seconds_per_ns_ = 0;
    std::int64_t begin_excluded_ns_ = 0;
    double begin_bus_bytes_ = 0;
    std::int64_t begin_ns_ = 0;
};

// \SAMPLE(name, unit, value, KEY: key): adds a value to a distribution. Values below 0, and those that are
// not finite, are counted apart. What is not measured is no sample. Local.
template <class N>
void sample(std::string_view name, std::string_view unit, N value, SampleKey key = no_key,
            Site site = Site::here()) {
    static_assert(std::is_arithmetic<N>::value, "\\SAMPLE takes a number");
    detail::add_sample(name, unit, static_cast<double>(value), key, site);
}

} // namespace loop
