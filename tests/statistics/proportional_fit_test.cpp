#include "base/statistics/proportional_fit.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using loop::statistics::fit_proportional;

namespace {

/// A start-up time of 300, and 2 for each word, divided by the words.
std::vector<std::vector<double>> parts(std::size_t count) {
    std::vector<std::vector<double>> rows;
    for (std::size_t k = 0; k < count; ++k)
        rows.push_back({std::pow(4.0, -static_cast<double>(k % 7)), 1});
    return rows;
}

std::vector<double> values(const std::vector<std::vector<double>>& rows, double unit, double noise,
                           std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::vector<double> all;
    for (const auto& row : rows)
        all.push_back(unit * (300 * row[0] + 2 * row[1]) * std::exp(noise * normal(random)));
    return all;
}

} // namespace

TEST_CASE("amounts are fitted exactly, in any units") {
    std::mt19937_64 random(1);
    for (const double unit : {1e-12, 1.0, 1e12}) {
        const auto found = fit_proportional(parts(7), values(parts(7), unit, 0, random));
        REQUIRE(found);
        CHECK(found->amounts[0] == Approx(300 * unit));
        CHECK(found->amounts[1] == Approx(2 * unit));
        CHECK(found->scatter < 1e-9);
        CHECK(found->spare == 5);
        CHECK(found->at({1, 0}) == Approx(300 * unit));
    }
}

TEST_CASE("standard errors of amounts are those of repeated measurements") {
    std::mt19937_64 random(2);
    int within = 0, all = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const auto found = fit_proportional(parts(70), values(parts(70), 1, 0.1, random));
        REQUIRE(found);
        CHECK(found->scatter == Approx(0.1).epsilon(0.5));
        const double truth[] = {300, 2};
        for (std::size_t k = 0; k < 2; ++k) {
            within += std::abs(found->amounts[k] - truth[k]) <= 2 * found->errors[k] ? 1 : 0;
            ++all;
        }
    }
    CHECK(within >= 0.92 * all);
    CHECK(within <= 0.98 * all);
}

TEST_CASE("amounts that the values do not determine are not fitted") {
    CHECK_FALSE(fit_proportional({}, {}));
    CHECK_FALSE(fit_proportional({{1, 2}, {2, 1}}, {3, 3}));            // no value is left for the errors
    CHECK_FALSE(fit_proportional({{1, 1}, {2, 2}, {4, 4}}, {1, 2, 4})); // only their sum is known
    CHECK_FALSE(fit_proportional({{1, 0}, {2, 0}, {4, 0}}, {1, 2, 4})); // a part that is nowhere
}
