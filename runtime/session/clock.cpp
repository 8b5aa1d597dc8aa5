#include "session/clock.h"

#include <algorithm>

namespace loop::runtime {

double measure_clock_call_ns() {
    if (is_simulated) return 0;
    constexpr int calls = 500;
    std::int64_t best = INT64_MAX;
    for (int batch = 0; batch < 5; ++batch) {
        const std::int64_t begin = now_ns();
        for (int i = 0; i < calls; ++i)
            now_ns();
        best = std::min(best, now_ns() - begin);
    }
    return static_cast<double>(best) / calls;
}

std::int64_t clock_step_ns() {
    if (is_simulated) return 1;
    constexpr int most_readings = 10000000;
    constexpr int max_steps = 200;
    std::int64_t step = INT64_MAX;
    int steps = 0;
    std::int64_t last = now_ns();
    for (int reading = 0; reading < most_readings && steps < max_steps; ++reading) {
        const std::int64_t next = now_ns();
        if (next == last) continue;
        step = std::min(step, next - last);
        last = next;
        ++steps;
    }
    return steps == 0 ? 0 : step;
}

} // namespace loop::runtime
