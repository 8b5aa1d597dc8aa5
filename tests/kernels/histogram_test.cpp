#include "measure/histogram.h"

#include <catch2/catch.hpp>

#include <cfloat>
#include <cmath>
#include <random>

using loop::runtime::Histogram;
namespace log_bins = loop::log_bins;

TEST_CASE("the middle of a bin differs from its values by less than 1 %", "[histogram]") {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponents(-1021, 1023);
    double worst = 0;
    for (int i = 0; i < 200000; ++i) {
        const double value = std::exp2(exponents(random));
        const int bin = log_bins::bin_of(value);
        const bool is_inside = log_bins::lower_edge(bin) <= value && value < log_bins::lower_edge(bin + 1);
        if (!is_inside) FAIL(value);
        worst = std::max(worst, std::abs(log_bins::middle(bin) / value - 1));
    }
    CHECK(worst < 0.01);
    CHECK(worst > 0.009); // else there are more bins than needed
}

TEST_CASE("bins follow each other, also at powers of two", "[histogram]") {
    for (int bin = -36 * 1022; bin < 36 * 1023; ++bin) {
        const double edge = log_bins::lower_edge(bin);
        if (log_bins::bin_of(edge) != bin) FAIL(bin);
        if (log_bins::bin_of(std::nextafter(edge, 0)) != bin - 1 && bin > -36 * 1022) FAIL(bin);
    }
    CHECK(log_bins::bin_of(1) == 0);
    CHECK(log_bins::bin_of(2) == 36);
    CHECK(log_bins::bin_of(0.5) == -36);
    CHECK(std::isfinite(log_bins::middle(log_bins::bin_of(DBL_MAX))));
    CHECK(log_bins::middle(log_bins::bin_of(4e-324)) >= 0);
}

TEST_CASE("a histogram counts every value", "[histogram]") {
    Histogram<> all;
    CHECK(all.bins().empty());
    CHECK(all.min() > all.max());
    for (const double value : {0.0, -1.0, 3.0, 3.0, 1e-3, HUGE_VAL, std::nan(""), -0.0})
        all.add(value);
    CHECK(all.zeros() == 2);
    CHECK(all.negative() == 1);
    CHECK(all.not_finite() == 2);
    CHECK(all.min() == 0);
    CHECK(all.max() == 3);
    CHECK(all.sum() == 6.001);
    CHECK(all.outside() == 0);
    const auto bins = all.bins();
    REQUIRE(bins.size() == 2);
    CHECK(bins[0].number == log_bins::bin_of(1e-3));
    CHECK(bins[0].count == 1);
    CHECK(bins[1].number == log_bins::bin_of(3));
    CHECK(bins[1].count == 2);
}

namespace {

template <class Counter>
std::uint64_t total(const Histogram<Counter>& all) {
    std::uint64_t sum = 0;
    for (const auto& bin : all.bins())
        sum += bin.count;
    return sum;
}

} // namespace

TEST_CASE("the bins move to where the values are", "[histogram]") {
    const double range = std::exp2(Histogram<>::octaves - 0.1);
    for (const double first : {1e-9, 1.0, 1e12})
        for (const bool up : {false, true}) {
            Histogram<> all;
            all.add(first);
            all.add(up ? first * range : first / range);
            CHECK(all.outside() == 0);
            REQUIRE(all.bins().size() == 2);
            CHECK(all.bins()[up ? 0 : 1].number == log_bins::bin_of(first));
            all.add(up ? first / range : first * range); // no room
            CHECK(all.outside() == 1);
            CHECK(total(all) == 3);
            CHECK(all.max() / all.min() > range * range * 0.99);
        }
}

TEST_CASE("a counter that overflows loses nothing", "[histogram]") {
    Histogram<std::uint8_t> all;
    for (int i = 0; i < 256 * 3; ++i)
        all.add(1);
    for (int i = 0; i < 1000; ++i)
        all.add(7);
    all.add(1e-6); // moves the bins
    REQUIRE(all.bins().size() == 3);
    CHECK(all.bins()[1].count == 256 * 3);
    CHECK(all.bins()[2].count == 1000);
    CHECK(total(all) == 1769);
}
