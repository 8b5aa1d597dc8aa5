#pragma once

#include <cstddef>

namespace loop {

// The least-squares line y = slope x + intercept. Kernels and readers of their records use it.
struct StraightLine {
    double slope = 0;
    double intercept = 0;
};

// Returns false if there are fewer than two different x.
inline bool fit_line(const double* x, const double* y, std::size_t count, StraightLine& line) {
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t k = 0; k < count; ++k) {
        mean_x += x[k] / static_cast<double>(count);
        mean_y += y[k] / static_cast<double>(count);
    }
    double xx = 0;
    double xy = 0;
    for (std::size_t k = 0; k < count; ++k) { // centered on the means, to avoid cancellation
        xx += (x[k] - mean_x) * (x[k] - mean_x);
        xy += (x[k] - mean_x) * (y[k] - mean_y);
    }
    if (!(xx > 0)) return false;
    line.slope = xy / xx;
    line.intercept = mean_y - line.slope * mean_x;
    return true;
}

} // namespace loop
