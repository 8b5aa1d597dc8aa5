#pragma once

#include "session/concat.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loop::runtime::bsp {

// The min length of a valid time, in clock steps.
constexpr std::int64_t steps_of_clock = 100;
// With coarser clocks, thousands of measurements would take hours.
constexpr std::int64_t max_clock_step_ns = 100000;
constexpr long long max_repetitions = 1LL << 30;

// Returns why a clock with this resolution (0: it does not advance) is too coarse, or an empty string.
// `needs` names the quantities to measure.
inline std::string too_coarse(std::int64_t step_ns, const std::string& needs) {
    if (step_ns > 0 && step_ns <= max_clock_step_ns) return "";
    return concat("the clock is too coarse for ", needs, ": ",
                  step_ns == 0 ? "it does not advance" : concat("its resolution is ", step_ns / 1000, " us"),
                  ", and ", max_clock_step_ns / 1000, " us or less is needed");
}

// Returns the number of repetitions that take at least `least_ns` and `steps_of_clock` clock steps. Doubles
// the number from 1 until the clock can measure it, then extrapolates. `time` executes a number of
// repetitions and returns the nanoseconds. Returns 0 if even `most` repetitions are too short for the clock.
template <class Time>
long long repetitions_for(Time time, std::int64_t least_ns, std::int64_t clock_step_ns, long long most) {
    const std::int64_t believed = steps_of_clock * clock_step_ns;
    const std::int64_t wanted = least_ns > believed ? least_ns : believed;
    for (long long repetitions = 1;; repetitions *= 2) {
        const std::int64_t ns = time(repetitions);
        if (ns >= wanted) return repetitions;
        if (ns >= believed) {
            const auto enough =
                static_cast<long long>(static_cast<double>(repetitions) * static_cast<double>(wanted) /
                                       static_cast<double>(ns)) +
                1;
            return enough < most ? enough : most;
        }
        if (repetitions > most / 2) return 0;
    }
}

// Returns the number of repetitions for the next batch: as many as take `wanted_ns` at the speed of the last
// batch, so that batches stay short on a busy machine. Returns at least as many as the clock needs at the
// highest speed so far.
inline long long next_repetitions(double last_ns, double best_ns, std::int64_t wanted_ns,
                                  std::int64_t clock_step_ns) {
    const double of_time = static_cast<double>(wanted_ns) / last_ns;
    const double of_clock = static_cast<double>(steps_of_clock * clock_step_ns) / best_ns;
    return static_cast<long long>(of_time > of_clock ? of_time : of_clock) + 1;
}

// The median of some values, and their quartiles, between which half of them lie.
struct Quartiles {
    double lower, median, upper;
};

// Needs at least one value; sorts them.
inline Quartiles quartiles_of(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        const double place = share * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

// Needs at least one value; sorts them.
inline double median_of(std::vector<double>& values) {
    return quartiles_of(values).median;
}

} // namespace loop::runtime::bsp
