#include "base/statistics/order_statistics.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace loop::statistics;

namespace {

std::vector<double> one_to(int n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

} // namespace

TEST_CASE("the interval of the median is that of the sign test", "[statistics]") {
    // Indices from the published tables of the sign test at 95 %.
    CHECK_FALSE(median_interval(one_to(5)));
    CHECK(median_interval(one_to(6)) == std::pair(1.0, 6.0));
    CHECK(median_interval(one_to(9)) == std::pair(2.0, 8.0));
    CHECK(median_interval(one_to(10)) == std::pair(2.0, 9.0));
    CHECK(median_interval(one_to(20)) == std::pair(6.0, 15.0));
    CHECK(median_interval(one_to(100)) == std::pair(40.0, 61.0));
    CHECK(median_interval(one_to(5000)).has_value());
}

TEST_CASE("the order of the values does not matter", "[statistics]") {
    CHECK(median_interval({6, 1, 5, 2, 4, 3}) == std::pair(1.0, 6.0));
    CHECK(median({3, 1, 2}) == 2);
}

TEST_CASE("the relative width is that of the median's interval, over the median", "[statistics]") {
    CHECK(relative_width(one_to(9)) == (8.0 - 2.0) / 5);
    CHECK(relative_width(one_to(10)) == (9.0 - 2.0) / 5.5);
    CHECK_FALSE(relative_width(one_to(5)));
    CHECK_FALSE(relative_width({-3, -2, -1, 0, 1, 2}));
    CHECK_FALSE(relative_width({0, 0, 0, 0, 0, 0}));
}
