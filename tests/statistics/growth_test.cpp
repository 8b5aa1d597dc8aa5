#include "base/statistics/bootstrap.h"
#include "base/statistics/growth.h"
#include "base/statistics/order_statistics.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

using namespace loop::statistics;

namespace {

/// Six values around `law(x)` that scatter by 1 %, for each doubled x.
std::vector<GrowthPoint> doubling(double first, double last, const std::function<double(double)>& law) {
    std::vector<GrowthPoint> points;
    for (int doublings = 0; std::ldexp(first, doublings) <= last; ++doublings) {
        const double x = std::ldexp(first, doublings);
        GrowthPoint point{x, {}};
        for (const double scatter : {-0.01, -0.006, -0.002, 0.002, 0.006, 0.01})
            point.samples.push_back(law(x) * (1 + scatter));
        points.push_back(point);
    }
    return points;
}

} // namespace

TEST_CASE("a bootstrap interval contains the figure, and is the same each time", "[growth]") {
    const std::vector<std::vector<double>> samples{{1, 2, 3, 4, 5, 6, 7}};
    const auto figure = [](const std::vector<double>& medians) { return std::optional(medians[0]); };
    const auto interval = bootstrap_interval(samples, figure);
    REQUIRE(interval);
    CHECK(interval->first >= 1);
    CHECK(interval->first < 4);
    CHECK(interval->second > 4);
    CHECK(interval == bootstrap_interval(samples, figure));
    CHECK_FALSE(bootstrap_interval({{1, 2}}, figure));
    CHECK_FALSE(bootstrap_interval(samples, [](const auto&) { return std::optional<double>(); }));
}

TEST_CASE("a power law is found with its exponent", "[growth]") {
    const auto growth = growth_of(doubling(64, 2048, [](double x) { return 1e-9 * std::pow(x, 3); }));
    REQUIRE(growth);
    REQUIRE(growth->laws.size() == 1);
    CHECK(growth->knees.empty());
    const GrowthLaw& law = growth->laws[0];
    CHECK(law.form == GrowthForm::Power);
    CHECK(law.b == Approx(3));
    CHECK(law.a == Approx(1e-9));
    REQUIRE(law.b_interval);
    CHECK(law.b_interval->first < 3);
    CHECK(law.b_interval->second > 3);
    CHECK(law.largest_deviation < 0.001);
}

TEST_CASE("a law may begin at 1 rank, and below", "[growth]") {
    for (const double first : {1.0, 0.25}) {
        const auto growth = growth_of(doubling(first, 64 * first, [](double x) { return 3 * std::sqrt(x); }));
        REQUIRE(growth);
        CHECK(growth->laws[0].b == Approx(0.5));
        CHECK(growth->laws[0].at(1) == Approx(3));
    }
}

TEST_CASE("start-up time and bytes are found as a line", "[growth]") {
    const auto growth = growth_of(doubling(8, 1 << 20, [](double x) { return 1e-6 + x / 1e10; }));
    REQUIRE(growth);
    REQUIRE(growth->laws.size() == 1);
    CHECK(growth->laws[0].form == GrowthForm::Linear);
    CHECK(growth->laws[0].a == Approx(1e-6));
    CHECK(growth->laws[0].b == Approx(1e-10));
}

TEST_CASE("a fixed cost and a work that grows as a power are one law without knees", "[growth]") {
    const auto growth = growth_of(doubling(16, 1024, [](double x) { return 1e-4 + 2e-12 * std::pow(x, 3); }));
    REQUIRE(growth);
    REQUIRE(growth->laws.size() == 1);
    const GrowthLaw& law = growth->laws[0];
    CHECK(law.form == GrowthForm::OffsetPower);
    CHECK(law.a == Approx(1e-4).epsilon(0.01));
    CHECK(law.b == Approx(2e-12).epsilon(0.1));
    CHECK(law.c == Approx(3).margin(0.02));
    CHECK(law.at(1024) == Approx(1e-4 + 2e-12 * std::pow(1024, 3)).epsilon(0.01));
    REQUIRE(law.c_interval);
    CHECK(law.c_interval->first <= law.c);
    CHECK(law.c_interval->second >= law.c);
    const GrowthLaw falling = growth_of(doubling(1, 64, [](double x) { return 0.1 + 0.8 / x; }))->laws[0];
    CHECK(falling.form == GrowthForm::OffsetPower);
    CHECK(falling.a == Approx(0.1).epsilon(0.02));
    CHECK(falling.c == Approx(-1).margin(0.02));
    // Neither a plain power nor a line is called that.
    CHECK(growth_of(doubling(16, 1024, [](double x) { return 2e-12 * std::pow(x, 3); }))->laws[0].form ==
          GrowthForm::Power);
    CHECK(growth_of(doubling(16, 1024, [](double x) { return 1e-4 + 1e-6 * x; }))->laws[0].form ==
          GrowthForm::Linear);
}

TEST_CASE("blocks that are too small or too large are one law without knees, least between them",
          "[growth]") {
    // A pipeline of 8 stages: 64 units in blocks of x, each with a fixed cost.
    const auto pipeline = [](double x) { return 1e-3 * (64 / x + 7) * (0.2 * x + 0.242); };
    const auto growth = growth_of(doubling(1, 32, pipeline));
    REQUIRE(growth);
    REQUIRE(growth->laws.size() == 1);
    CHECK(growth->knees.empty());
    const GrowthLaw& law = growth->laws[0];
    CHECK(law.form == GrowthForm::Valley);
    CHECK(law.a == Approx(14.494e-3).epsilon(0.01));
    CHECK(law.b == Approx(1.4e-3).epsilon(0.01));
    CHECK(law.c == Approx(15.488e-3).epsilon(0.01));
    CHECK(law.lowest == Approx(std::sqrt(15.488 / 1.4)).epsilon(0.01));
    REQUIRE(law.lowest_interval);
    CHECK(law.lowest_interval->first <= law.lowest);
    CHECK(law.lowest_interval->second >= law.lowest);
    // A law that is least at one of its ends, and a time that jumps, are none.
    CHECK(growth_of(doubling(8, 256, pipeline))->laws[0].form != GrowthForm::Valley);
    const auto jumping = growth_of(doubling(1, 1024, [](double x) { return x <= 32 ? 1 / x : x / 256; }));
    CHECK(jumping->laws.size() == 2);
    CHECK(jumping->knees.size() == 1);
}

TEST_CASE("a knee is where the law changes, with its jump", "[growth]") {
    const auto growth = growth_of(
        doubling(8, 1 << 20, [](double x) { return x <= 8192 ? 1e-6 + x / 5e9 : 4e-6 + x / 1e10; }));
    REQUIRE(growth);
    REQUIRE(growth->knees.size() == 1);
    const Knee& knee = growth->knees[0];
    CHECK(std::pow(2, knee.below + 3) == 8192);
    CHECK(knee.above == knee.below + 1);
    CHECK(knee.jump == Approx((4e-6 + 16384 / 1e10) / (1e-6 + 16384 / 5e9)));
    CHECK(knee.bend == Approx(0.5));
    const auto cache =
        growth_of(doubling(64, 8192, [](double x) { return (x <= 512 ? 1 : 2.5) * std::pow(x, 2); }));
    REQUIRE(cache);
    REQUIRE(cache->knees.size() == 1);
    CHECK(cache->knees[0].below == 3);
    CHECK(cache->knees[0].jump == Approx(2.5));
}

TEST_CASE("scatter within 5 % is no knee", "[growth]") {
    int i = 0;
    const auto growth =
        growth_of(doubling(64, 65536, [&](double x) { return x * (++i / 6 % 2 == 0 ? 1.03 : 0.97); }));
    REQUIRE(growth);
    CHECK(growth->knees.empty());
}

TEST_CASE("what scatters as much as it jumps is no knee", "[growth]") {
    std::vector<GrowthPoint> points = doubling(8, 1 << 20, [](double x) { return 1e-6 + x / 1e10; });
    int k = 0;
    for (GrowthPoint& point : points)
        for (double& sample : point.samples)
            sample *= ++k % 3 == 0 ? 40 : k % 5 == 0 ? 7 : 1;
    const auto growth = growth_of(points);
    REQUIRE(growth);
    CHECK(growth->knees.empty());
    // Without repetitions nobody knows whether a jump is one.
    points = doubling(8, 1 << 20, [](double x) { return x < 9000 ? 1e-6 : 3e-6; });
    REQUIRE(growth_of(points));
    CHECK(growth_of(points)->knees.size() == 1);
    for (GrowthPoint& point : points)
        point.samples.resize(1);
    REQUIRE(growth_of(points));
    CHECK(growth_of(points)->knees.empty());
}

TEST_CASE("what has no law is refused", "[growth]") {
    CHECK_FALSE(growth_of({}));
    CHECK_FALSE(growth_of(doubling(8, 16, [](double x) { return x; })));
    CHECK_FALSE(growth_of({{0, {1}}, {1, {1}}, {2, {1}}}));
    CHECK_FALSE(growth_of({{1, {1}}, {2, {0}}, {3, {1}}}));
    CHECK_FALSE(growth_of({{1, {1}}, {2, {}}, {3, {1}}}));
    CHECK_FALSE(growth_of({{5, {1}}, {5, {1}}, {5, {1}}}));
}
