#include "report/sweep/scaling.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace loop::report {

double gustafson_speedup(double f, double ranks) {
    return f + (1 - f) * ranks;
}

double efficiency(double speedup, double ranks) {
    return speedup / ranks;
}

std::optional<double> serial_fraction(double speedup, double ranks) {
    if (ranks <= 1) return std::nullopt;
    return (1 / speedup - 1 / ranks) / (1 - 1 / ranks);
}

double scaled_speedup(double work, double one_rank_seconds, double seconds) {
    return work * one_rank_seconds / seconds;
}

namespace {

std::size_t different_ranks(const std::vector<Measured>& values, double above) {
    std::set<double> ranks;
    for (const Measured& value : values)
        if (value.ranks > above) ranks.insert(value.ranks);
    return ranks.size();
}

double deviation(double law, double value) {
    return std::abs(law - value) / value;
}

} // namespace

std::optional<Fit> fit_amdahl(const std::vector<Measured>& times) {
    if (different_ranks(times, 0) < 3) return std::nullopt;
    // T = a + b / P, with each equation divided by its T: normal equations with two unknowns.
    double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
    for (const Measured& time : times) {
        const double u = 1 / time.value, v = u / time.ranks;
        uu += u * u;
        uv += u * v;
        vv += v * v;
        u1 += u;
        v1 += v;
    }
    const double determinant = uu * vv - uv * uv;
    if (!(determinant > 0)) return std::nullopt;
    const double a = (u1 * vv - v1 * uv) / determinant, b = (uu * v1 - uv * u1) / determinant;
    Fit fit{a / (a + b), a + b, 0, static_cast<int>(times.size())};
    for (const Measured& time : times)
        fit.largest_deviation = std::max(fit.largest_deviation, deviation(a + b / time.ranks, time.value));
    return fit;
}

std::optional<Fit> fit_gustafson(const std::vector<Measured>& speedups) {
    if (different_ranks(speedups, 1) < 2) return std::nullopt;
    // P - s = f (P - 1), with each equation divided by its s.
    double xx = 0, xy = 0;
    for (const Measured& point : speedups) {
        const double x = (point.ranks - 1) / point.value, y = (point.ranks - point.value) / point.value;
        xx += x * x;
        xy += x * y;
    }
    Fit fit{xy / xx, 0, 0, static_cast<int>(speedups.size())};
    for (const Measured& point : speedups)
        fit.largest_deviation =
            std::max(fit.largest_deviation,
                     deviation(gustafson_speedup(fit.serial_fraction, point.ranks), point.value));
    return fit;
}

} // namespace loop::report
