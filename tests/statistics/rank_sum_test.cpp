#include "base/statistics/rank_sum.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace loop::statistics;

namespace {

std::vector<double> scattered(std::size_t n, double scale, double scatter, std::mt19937_64& random) {
    std::normal_distribution<double> noise(0, scatter);
    std::vector<double> values(n);
    for (double& value : values)
        value = scale * std::exp(noise(random));
    return values;
}

} // namespace

TEST_CASE("probabilities are those of the published example", "[rank-sum]") {
    // Hollander and Wolfe's membrane data, 10 and 5 values: W = 35; R gives p = 0.2544 (exact).
    const std::vector<double> a{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const std::vector<double> b{1.15, 0.88, 0.90, 0.74, 1.21};
    CHECK(rank_sum_probability(a, b) == Approx(0.2544).margin(0.00005));
    CHECK(rank_sum_probability(b, a) == Approx(0.2544).margin(0.00005));
}

TEST_CASE("ties are exact", "[rank-sum]") {
    // All ways to take 2 of {1, 1, 1, 2}: the sum of ranks is 4 or 6, each in half of them.
    CHECK(rank_sum_probability({1, 1}, {1, 2}) == Approx(1));
    CHECK(rank_sum_probability({5, 5, 5}, {5, 5, 5}) == Approx(1));
    CHECK(rank_sum_probability({1, 1, 1}, {2, 2, 2}) == Approx(0.1));
}

TEST_CASE("the normal approximation continues the exact values", "[rank-sum]") {
    std::mt19937_64 random(1);
    const auto a = scattered(30, 1, 0.02, random), b = scattered(30, 1.004, 0.02, random);
    auto more = b;
    more.push_back(1.002); // 61 values: approximated
    CHECK(rank_sum_probability(a, more) == Approx(rank_sum_probability(a, b)).margin(0.1));
}

TEST_CASE("bounds are those of the published tables of U", "[rank-sum]") {
    const auto ratios = [](std::size_t n, std::size_t m, double confidence) {
        // All ratios differ, so the ends of the interval show the index of the bound.
        std::vector<double> a(n), b(m);
        for (std::size_t i = 0; i < n; ++i)
            a[i] = std::exp(static_cast<double>(i) * 1.0);
        for (std::size_t j = 0; j < m; ++j)
            b[j] = std::exp(static_cast<double>(j) * 0.001);
        std::vector<double> all;
        for (const double x : a)
            for (const double y : b)
                all.push_back(y / x);
        std::sort(all.begin(), all.end());
        const auto interval = ratio_interval(a, b, confidence);
        if (!interval) return -1;
        return static_cast<int>(std::find(all.begin(), all.end(), interval->first) - all.begin());
    };
    CHECK(ratios(10, 10, 0.95) == 23);
    CHECK(ratios(10, 10, 0.98) == 19);
    CHECK(ratios(10, 10, 0.99) == 16);
    CHECK(ratios(5, 5, 0.98) == 1);
    CHECK(ratios(8, 12, 0.95) == 22);
    CHECK(ratios(4, 4, 0.98) == -1);
    CHECK(ratios(40, 40, 0.95) == 595); // 800 - 1.95996 sqrt(1600 * 81 / 12) = 596.3: the 596th
    CHECK(ratios(30, 50, 0.98) == 514); // 750 - 2.32635 sqrt(1500 * 81 / 12) = 515.9: the 515th
}

TEST_CASE("interval and test agree", "[rank-sum]") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 300; ++i) {
        const auto a = scattered(9, 1, 0.03, random), b = scattered(11, 1.03, 0.03, random);
        const auto interval = ratio_interval(a, b, 0.98);
        REQUIRE(interval);
        CHECK((interval->first > 1 || interval->second < 1) == (rank_sum_probability(a, b) <= 0.02));
    }
}

TEST_CASE("the detectable ratio is detected about as often as stated", "[rank-sum]") {
    std::mt19937_64 random(11);
    std::vector<double> stated;
    for (int i = 0; i < 40; ++i)
        stated.push_back(
            *detectable_ratio(scattered(10, 1, 0.025, random), scattered(10, 1, 0.025, random), 0.98, 0.9));
    std::nth_element(stated.begin(), stated.begin() + 20, stated.end());
    const double typical = stated[20];
    int found = 0;
    for (int i = 0; i < 400; ++i)
        found += ratio_interval(scattered(10, 1, 0.025, random), scattered(10, typical, 0.025, random), 0.98)
                     ->first > 1;
    CHECK(found > 330);
    CHECK(found < 395);
    CHECK_FALSE(detectable_ratio({1, 2}, {1, 2}, 0.98, 0.9));
}
