#pragma once

#include <loop/bsp.h>

#include <algorithm>
#include <vector>

/// Calls `step`, which makes one superstep, `supersteps` times, in batches of 50. Returns the median time of
/// a superstep over the batches, in microseconds: a rank that loses its core now and then hardly changes it.
template <class Step>
double typical_us(long long supersteps, Step step) {
    constexpr long long batch = 50;
    std::vector<double> times;
    for (long long done = 0; done < supersteps; done += batch) {
        const double begin = bsp_time();
        for (long long k = 0; k < batch; ++k)
            step();
        times.push_back((bsp_time() - begin) * 1e6 / batch);
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return times.empty() ? 0 : *middle;
}
