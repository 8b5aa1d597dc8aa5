#include "base/statistics/startup_law.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using loop::statistics::fit_startup_law;

namespace {

const std::vector<double> lengths{1, 4, 16, 64, 256, 1024, 4096};

std::vector<double> times(double startup, double each, double step, double factor) {
    std::vector<double> all;
    for (const double length : lengths)
        all.push_back((startup / length + each) * (length > step ? factor : 1));
    return all;
}

} // namespace

TEST_CASE("a law of start-up times is fitted exactly, in any units, with and without steps") {
    for (const double unit : {1e-12, 1.0, 1e12}) {
        const auto smooth = fit_startup_law(lengths, times(300 * unit, 2 * unit, 0, 1), {});
        REQUIRE(smooth);
        CHECK(smooth->startup == Approx(300 * unit));
        CHECK(smooth->each == Approx(2 * unit));
        CHECK(smooth->spare == 5);
        const auto stepped = fit_startup_law(lengths, times(300 * unit, 2 * unit, 16, 1.5), {16});
        REQUIRE(stepped);
        CHECK(stepped->startup == Approx(300 * unit).epsilon(1e-4));
        CHECK(stepped->each == Approx(2 * unit).epsilon(1e-4));
        CHECK(std::exp(stepped->changes.at(0)) == Approx(1.5).epsilon(1e-4));
        CHECK(stepped->squares < 1e-8);
        CHECK(stepped->last_variance > 0.5);
    }
    // Only a start-up, or only words.
    CHECK(fit_startup_law(lengths, times(300, 0, 0, 1), {})->startup == Approx(300));
    CHECK(fit_startup_law(lengths, times(0, 2, 0, 1), {})->each == Approx(2));
    CHECK(std::exp(fit_startup_law(lengths, times(0, 2, 64, 0.5), {64})->changes[0]) == Approx(0.5));
}

TEST_CASE("a law of start-up times needs enough points, which differ") {
    CHECK_FALSE(fit_startup_law({}, {}, {}));
    CHECK_FALSE(fit_startup_law({1}, {5}, {}));
    CHECK_FALSE(fit_startup_law({4, 4, 4}, {1, 1, 1}, {}));
    CHECK_FALSE(fit_startup_law({1, 2}, {2, 1}, {1}));
    CHECK_FALSE(fit_startup_law(lengths, times(1, 1, 0, 1), {1e9})); // no value beyond the step
    CHECK(fit_startup_law({1, 2}, {2, 1}, {}));
}
