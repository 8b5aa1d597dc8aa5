#include "report/figures/axis.h"
#include "report/figures/chart.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace loop::report;

TEST_CASE("an axis has at least three labels, whatever its range", "[axis]") {
    for (const bool logarithmic : {false, true})
        for (const double low : {1e-6, 0.05, 0.7, 1.0, 90.0, 4096.0})
            for (const double factor : {1.01, 1.3, 2.0, 7.0, 100.0, 1e7}) {
                const std::vector<double> values = tick_values(low, low * factor, logarithmic);
                CAPTURE(logarithmic, low, factor);
                CHECK(values.size() >= 3);
                CHECK(values.size() <= 12);
                CHECK(values.front() >= low * (1 - 1e-9));
                CHECK(values.back() <= low * factor * (1 + 1e-9));
            }
    CHECK(tick_values(1, 1000, true) == std::vector<double>{1, 10, 100, 1000});
}

TEST_CASE("a scale maps its ends to the ends of the axis", "[axis]") {
    const AxisScale linear(10, 20, false), logarithmic(1, 100, true), reversed(1, 0, false);
    CHECK(linear.part(10) == 0);
    CHECK(linear.part(15) == Approx(0.5));
    CHECK(logarithmic.part(10) == Approx(0.5));
    CHECK(reversed.part(1) == 0);
    CHECK(reversed.part(0.25) == Approx(0.75));
    CHECK(AxisScale(3, 3, false).part(3) == 0);
    CHECK_FALSE(logarithmic.has(0));
    CHECK(linear.has(-1));
    CHECK_FALSE(linear.has(HUGE_VAL));
}

TEST_CASE("values of any magnitude give an axis with few labels", "[axis]") {
    constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::min();
    for (const bool logarithmic : {false, true})
        for (const double low : {least, 1e-200, 1.0, 1e200})
            for (const double high : {1.0, 1e300, most}) {
                CAPTURE(logarithmic, low, high);
                const ChartAxis axis = value_axis("time", {low, high, HUGE_VAL}, logarithmic, false);
                CHECK(std::isfinite(axis.low));
                CHECK(std::isfinite(axis.high));
                CHECK((!logarithmic || axis.low > 0));
                CHECK(axis.ticks.size() <= 12);
            }
    CHECK(tick_values(1, HUGE_VAL, true).size() == 1);
}
