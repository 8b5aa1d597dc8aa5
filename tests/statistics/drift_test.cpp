#include "base/statistics/drift.h"
#include "base/statistics/rank_sum.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <random>

using namespace loop::statistics;

namespace {

using Random = std::mt19937_64;
/// Returns times of consecutive launches with median 1.
using Machine = std::function<std::vector<double>(Random&, std::size_t)>;

double normal(Random& random, double deviation) {
    return std::normal_distribution<double>(0, deviation)(random);
}

/// Launches scatter by 1 % around the level of the machine, which changes from launch to launch by `next`.
Machine machine(double begin, const std::function<double(Random&, double)>& next) {
    return [=](Random& random, std::size_t count) {
        std::vector<double> values;
        double now = normal(random, begin);
        for (std::size_t i = 0; i < count; ++i) {
            values.push_back(std::exp(now + normal(random, 0.01)));
            now = next(random, now);
        }
        return values;
    };
}

/// The level is correlated over about `launches` launches.
Machine forgetting(double launches) {
    const double kept = std::exp(-1 / launches);
    return machine(0.02, [kept](Random& random, double now) {
        return kept * now + normal(random, 0.02 * std::sqrt(1 - kept * kept));
    });
}

/// The level jumps to another one after about `launches` launches.
Machine stepping(double launches) {
    return machine(0.03, [launches](Random& random, double now) {
        return std::uniform_real_distribution<double>()(random) * launches < 1 ? normal(random, 0.03) : now;
    });
}

Machine creeping(double each) {
    return machine(0, [each](Random&, double now) { return now + each; });
}

Machine wandering(double step) {
    return machine(0, [step](Random& random, double now) { return now + normal(random, step); });
}

struct Alarms {
    int plain = 0, apart = 0, found = 0; ///< in percent; found: a slowdown of 15 %
};

/// Counts differences reported between equal runs made in sequence.
Alarms alarms(const Machine& machine, std::size_t launches) {
    Random random(20061122);
    const auto excludes_one = [](const auto& interval) {
        return interval && (interval->first > 1 || interval->second < 1);
    };
    constexpr int pairs = 1000;
    Alarms all;
    for (int pair = 0; pair < pairs; ++pair) {
        const std::vector<double> both = machine(random, 2 * launches);
        const std::vector<double> a(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(launches)),
            b(both.begin() + static_cast<std::ptrdiff_t>(launches), both.end());
        std::vector<double> slower = b;
        for (double& value : slower)
            value *= 1.15;
        all.plain += excludes_one(ratio_interval(a, b, 0.98));
        all.apart += excludes_one(ratio_interval_sequential(a, b, 0.98));
        const auto found = ratio_interval_sequential(a, slower, 0.98);
        all.found += found && found->first > 1;
    }
    return {all.plain * 100 / pairs, all.apart * 100 / pairs, all.found * 100 / pairs};
}

} // namespace

TEST_CASE("of runs made in sequence on drifting machines, at most 7 % are called different", "[drift]") {
    const std::vector<std::pair<const char*, Machine>> machines{{"still", creeping(0)},
                                                                {"forgets in 3", forgetting(3)},
                                                                {"forgets in 10", forgetting(10)},
                                                                {"forgets in 30", forgetting(30)},
                                                                {"steps each 10", stepping(10)},
                                                                {"steps each 30", stepping(30)},
                                                                {"creeps", creeping(0.002)},
                                                                {"wanders", wandering(0.003)},
                                                                {"wanders far", wandering(0.01)}};
    int plainly_called = 0;
    for (const auto& [name, machine] : machines)
        for (const std::size_t launches : {6, 10, 20}) {
            INFO(name << ", " << launches << " launches");
            const Alarms found = alarms(machine, launches);
            CHECK(found.apart <= 7);
            if (launches <= 10) CHECK(found.found >= 85);
            plainly_called += found.plain > 7;
        }
    CHECK(plainly_called > 15); // the test for interleaved launches reports most of them
}

TEST_CASE("drift is twice the difference of the halves", "[drift]") {
    CHECK(drift_between({1, 1, 1, 1}, {2, 2, 2}) == Approx(1));
    CHECK(drift_between({1, 1, 1.1, 1.1}, {1, 1, 1.1, 1.1}) == Approx(1.21));
    CHECK(drift_between({1, 1, 5, 1.1, 1.1}, {1 / 1.1, 1 / 1.1, 1 / 1.21, 1 / 1.21}) == Approx(1.21));
    CHECK(drift_between({1}, {1, 1.1}) == Approx(1.21)); // a single value says nothing about drift
    CHECK(drift_between({1}, {2}) == 1);
}

TEST_CASE("ten or more launches form five blocks of consecutive ones", "[drift]") {
    CHECK(blocks({1, 2, 3}) == std::vector<double>{1, 2, 3});
    const auto five = blocks({1, 4, 2, 2, 1, 9, 3, 3, 5, 5});
    REQUIRE(five.size() == 5);
    CHECK(five[0] == Approx(2));
    CHECK(five[2] == Approx(3));
    CHECK(blocks(std::vector<double>(23, 1.5)).size() == 5);
}

TEST_CASE("interval and probability agree for samples that were not interleaved", "[drift]") {
    Random random(5);
    int decided = 0;
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> a, b;
        for (int i = 0; i < 10; ++i) {
            a.push_back(std::exp(normal(random, 0.02)));
            b.push_back(1.06 * std::exp(normal(random, 0.02)));
        }
        const auto interval = ratio_interval_sequential(a, b, 0.98);
        REQUIRE(interval);
        const bool excludes = interval->first > 1 || interval->second < 1;
        CHECK(excludes == (rank_sum_probability_sequential(a, b) <= 0.02));
        decided += excludes;
        const auto plain = ratio_interval(blocks(a), blocks(b), 0.98);
        CHECK(interval->first <= plain->first);
        CHECK(interval->second >= plain->second);
        CHECK(*detectable_ratio_sequential(a, b, 0.98, 0.9) > 1);
    }
    CHECK(decided > 30);
    CHECK(decided < 270);
    CHECK_FALSE(ratio_interval_sequential({1, 2}, {1, 2}, 0.98));
    CHECK_FALSE(detectable_ratio_sequential({1, 2}, {1, 2}, 0.98, 0.9));
    CHECK(rank_sum_probability_sequential({}, {1}) == 1);
}
