#pragma once

#include "session/concat.h"

#include <cstdint>
#include <string>

namespace loop::runtime::bsp {

// A time is believed when it is so many steps of the clock long.
constexpr std::int64_t steps_of_clock = 100;
// With coarser ones thousands of measurements would take hours.
constexpr std::int64_t coarsest_step_ns = 100000;
constexpr long long most_repetitions = 1LL << 30;

// Why nothing can be measured by a clock of such steps, 0 where it stands still; empty where it can. `needs`
// are the figures that it is for.
inline std::string too_coarse(std::int64_t step_ns, const std::string& needs) {
    if (step_ns > 0 && step_ns <= coarsest_step_ns) return "";
    return concat("the clock is too coarse for ", needs, ": ",
                  step_ns == 0 ? "it does not advance" : concat("its resolution is ", step_ns / 1000, " us"),
                  ", and ", coarsest_step_ns / 1000, " us or less is needed");
}

// How often something is done until it takes `least_ns`, and as long as the clock needs: doubled from 1 on,
// then as many as the last time says. `time` does it so many times and tells the nanoseconds; 0 where `most`
// are not enough, so that nobody divides by what was not measured.
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

// How often in the next batch, as the machine is now: as many as take `wanted_ns` at the last batch's pace,
// so that a batch does not take for ever when others came to use the machine; and no fewer than the clock
// needs at the best pace so far.
inline long long next_repetitions(double last_ns, double best_ns, std::int64_t wanted_ns,
                                  std::int64_t clock_step_ns) {
    const double of_time = static_cast<double>(wanted_ns) / last_ns;
    const double of_clock = static_cast<double>(steps_of_clock * clock_step_ns) / best_ns;
    return static_cast<long long>(of_time > of_clock ? of_time : of_clock) + 1;
}

} // namespace loop::runtime::bsp
