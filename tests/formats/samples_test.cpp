#include "base/formats/samples.h"

#include <loop/log_bins.h>

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop::formats;
using loop::Json;

namespace {

Samples samples_of(const std::vector<double>& values) {
    Samples all;
    for (const double value : values) {
        Samples one;
        one.min = one.max = one.sum = value;
        if (value > 0) {
            one.bins = {loop::log_bins::bin_of(value)};
            one.counts = {1};
        } else {
            one.zeros = 1;
        }
        add_samples(all, one);
    }
    return all;
}

} // namespace

TEST_CASE("quantiles are those of the samples, within 1 %", "[samples]") {
    std::vector<double> values;
    for (int i = 1000; i > 0; --i)
        values.push_back(i * 1e-7);
    const auto all = quantiles(samples_of(values));
    REQUIRE(all);
    CHECK(all->count == 1000);
    CHECK(all->min == 1e-7);
    CHECK(all->max == Approx(1e-4));
    CHECK(all->mean == Approx(500.5e-7));
    CHECK(std::abs(all->p5 / 50e-7 - 1) < 0.01);
    CHECK(std::abs(all->median / 500e-7 - 1) < 0.01);
    CHECK(std::abs(all->p95 / 950e-7 - 1) < 0.01);
    CHECK(std::abs(all->p99 / 990e-7 - 1) < 0.01);
    CHECK(std::abs(all->p999 / 999e-7 - 1) < 0.01);
}

TEST_CASE("quantiles of few samples and of zeros", "[samples]") {
    CHECK_FALSE(quantiles(Samples{}));
    const auto one = quantiles(samples_of({3}));
    REQUIRE(one);
    CHECK(one->p5 == 3);
    CHECK(one->p999 == 3);
    const auto zeros = quantiles(samples_of({0, 0, 0, 8}));
    REQUIRE(zeros);
    CHECK(zeros->min == 0);
    CHECK(zeros->median == 0);
    CHECK(zeros->p95 == 8);
    CHECK(zeros->mean == 2);
    const auto ten = quantiles(samples_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    REQUIRE(ten);
    CHECK(ten->p5 == 1);
    CHECK(ten->p999 == 10);
}

TEST_CASE("samples that do not count leave min and max alone", "[samples]") {
    Samples all = samples_of({2, 5}), apart;
    apart.negative = 3;
    apart.not_finite = 4;
    add_samples(all, apart);
    add_samples(apart, samples_of({7}));
    CHECK(all.min == 2);
    CHECK(all.negative == 3);
    CHECK(all.not_finite == 4);
    CHECK(quantiles(all)->count == 2);
    CHECK(apart.min == 7);
    CHECK(apart.max == 7);
}

TEST_CASE("what collectives move on the bus is added up with the time", "[samples]") {
    Samples all, more = samples_of({2});
    more.bus_bytes = 8;
    add_samples(all, more);
    add_samples(all, more);
    CHECK(all.bus_bytes == 16);
    CHECK(all.sum == 4);
}

TEST_CASE("samples survive writing and reading; any counts are accepted", "[samples]") {
    Samples all = samples_of({0, 1, 2, 2});
    all.name = "n";
    all.key = 0.5;
    all.bus_bytes = 24;
    Problems problems;
    const auto again = from_json<Samples>(to_json(all), problems);
    REQUIRE(again);
    CHECK(problems.empty());
    CHECK(to_json(*again) == to_json(all));
    CHECK(key_text(all) == "0.5");
    CHECK(to_json(samples_of({1})).find("key") == nullptr);
    Samples damaged;
    damaged.bins = {2147483647, -2147483647 - 1, 5, 5};
    damaged.counts = {9223372036854775807, 9223372036854775807, -1};
    damaged.min = std::nan("");
    const auto seen = quantiles(damaged);
    REQUIRE(seen);
    CHECK(seen->count == 1LL << 62);
    add_samples(damaged, damaged);
    CHECK(damaged.bins.size() == 3);
}
