#include "bench/medians.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace bench;

namespace {

// As on a machine whose rounds are fast or slow at random, for each side anew.
Samples disturbed() {
    Samples samples;
    for (int round = 0; round < 31; ++round) {
        samples.ours.push_back(round * 7 % 31 < 16 ? 1 : 2.5);
        samples.rival.push_back(round * 11 % 31 < 15 ? 1 : 2.5);
    }
    return samples;
}

Samples quiet(double ratio) {
    Samples samples;
    for (int round = 0; round < 31; ++round) {
        samples.rival.push_back(1 + 0.001 * (round * 7 % 31));
        samples.ours.push_back(ratio * (1 + 0.001 * (round * 11 % 31)));
    }
    return samples;
}

} // namespace

TEST_CASE("the interval of a ratio of medians", "[medians]") {
    const Measured ratio = ratio_of_medians(quiet(1.1));
    CHECK(ratio.value == Approx(1.1));
    CHECK(ratio.interval->first > 1.08);
    CHECK(ratio.interval->second < 1.12);
    CHECK(judge(ratio, not_slower) == Verdict::Missed);
    CHECK(judge(ratio_of_medians(quiet(1)), not_slower) == Verdict::Met);
    CHECK(judge(ratio_of_medians(disturbed()), not_slower) == Verdict::Undecided);
}

TEST_CASE("the same samples give the same interval", "[medians]") {
    CHECK(ratio_of_medians(disturbed()).interval == ratio_of_medians(disturbed()).interval);
}

TEST_CASE("few rounds give no interval", "[medians]") {
    CHECK_FALSE(ratio_of_medians({{1}, {1}}).interval);
    CHECK_FALSE(median_of({1, 2, 3, 4, 5}).interval);
    CHECK(median_of({1, 2, 3, 4, 5, 6}).interval);
    CHECK(std::isnan(median_of({}).value));
    CHECK(judge(median_of({}), not_slower) == Verdict::Undecided);
}

TEST_CASE("a geometric mean has the interval of its lines together", "[medians]") {
    const Measured mean = geometric_mean({quiet(2), quiet(0.5)});
    CHECK(mean.value == Approx(1));
    CHECK(mean.interval->first < 1);
    CHECK(mean.interval->second > 1);
    const Measured one = ratio_of_medians(quiet(1));
    CHECK(mean.interval->second - mean.interval->first < one.interval->second - one.interval->first);
    CHECK(judge(geometric_mean({quiet(1), disturbed()}), {Aim::AtMost, 1.02}) == Verdict::Undecided);
}

TEST_CASE("a difference of medians keeps rounds together", "[medians]") {
    std::vector<double> a, b; // a round that is slow is slow for both
    for (int round = 0; round < 31; ++round) {
        b.push_back(round % 2 == 0 ? 10 : 100);
        a.push_back(b.back() + 3);
    }
    const Measured difference = difference_of_medians(a, b);
    CHECK(difference.interval->first == Approx(3));
    CHECK(difference.interval->second == Approx(3));
}
