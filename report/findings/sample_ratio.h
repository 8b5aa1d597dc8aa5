#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

/// The times of a point: its launches. `repeat`: they are simulated, so that each launch would take the same
/// time, unless the program draws random numbers.
struct Samples {
    std::vector<double> values;
    bool repeat = false;
};

/// Whether launches repeat, and all took the same time.
bool is_exact(const Samples& samples);

/// The interval of 95 % of how much longer `b` takes than `a`, as a factor; if both repeat, their exact
/// ratio. Nothing if there are too few launches to decide anything.
std::optional<std::pair<double, double>> sample_ratio(const Samples& a, const Samples& b);

} // namespace loop::report
