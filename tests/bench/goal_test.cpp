#include "bench/goal.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace bench;

namespace {

Measured between(double low, double high) {
    return {(low + high) / 2, std::pair(low, high)};
}

constexpr Goal at_most{Aim::AtMost, 1.05};
constexpr Goal at_least{Aim::AtLeast, 0.9};
constexpr Goal same{Aim::Same, 1};

} // namespace

TEST_CASE("a goal is met or missed by the whole interval, and otherwise undecided", "[goal]") {
    CHECK(judge(between(0.98, 1.05), at_most) == Verdict::Met);
    CHECK(judge(between(1.06, 1.2), at_most) == Verdict::Missed);
    CHECK(judge(between(0.4, 2.7), at_most) == Verdict::Undecided);
    CHECK(judge(between(1.0, 1.1), at_most) == Verdict::Undecided);

    CHECK(judge(between(0.9, 1.3), at_least) == Verdict::Met);
    CHECK(judge(between(0.5, 0.89), at_least) == Verdict::Missed);
    CHECK(judge(between(0.5, 1.3), at_least) == Verdict::Undecided);
}

TEST_CASE("a wide interval around 1 does not show that two times are the same", "[goal]") {
    CHECK(judge(between(0.98, 1.03), same) == Verdict::Met);
    CHECK(judge(between(0.4, 2.7), same) == Verdict::Undecided);
    CHECK(judge(between(1.01, 1.03), same) == Verdict::Missed);
    CHECK(judge(between(0.9, 0.99), same) == Verdict::Missed);
}

TEST_CASE("without an interval nothing is decided", "[goal]") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(judge({0.5, {}}, at_most) == Verdict::Undecided);
    CHECK(judge({nan, {}}, at_most) == Verdict::Undecided);
    CHECK(judge({nan, std::pair(nan, nan)}, at_most) == Verdict::Undecided);
    CHECK(judge({nan, std::pair(nan, nan)}, at_least) == Verdict::Undecided);
    CHECK(judge({nan, std::pair(nan, nan)}, same) == Verdict::Undecided);
    CHECK(judge(exactly(1.05), at_most) == Verdict::Met);
    CHECK(judge(exactly(1.06), at_most) == Verdict::Missed);
    CHECK(judge(between(0, 1), {}) == Verdict::None);
}

TEST_CASE("a group meets its goal if each value does", "[goal]") {
    Group group(at_most);
    CHECK(group.verdict() == Verdict::Undecided);
    CHECK(group.text() == "no values");
    group.add(between(0.9, 1.0));
    CHECK(group.verdict() == Verdict::Met);
    group.add(between(0.4, 2.7));
    CHECK(group.verdict() == Verdict::Undecided);
    CHECK(group.text() == "worst 1.550; of 2: 0 missed, 1 undecided");
    group.add(between(1.1, 1.3));
    CHECK(group.verdict() == Verdict::Missed);
    CHECK(group.text() == "worst 1.550; of 3: 1 missed, 1 undecided");
}

TEST_CASE("what does not end misses its goal", "[goal]") {
    Group group(at_most);
    group.add(between(0.9, 1.0));
    group.add_without_end();
    CHECK(group.verdict() == Verdict::Missed);
    CHECK(group.text() == "worst has no end; of 2: 1 missed, 0 undecided");
}

TEST_CASE("the worst of rates is the least", "[goal]") {
    Group group(at_least);
    group.add(between(0.92, 0.94));
    group.add(between(0.95, 0.99));
    CHECK(group.text() == "worst 0.930; of 2: 0 missed, 0 undecided");
    CHECK(group.verdict() == Verdict::Met);
}

TEST_CASE("a group without a goal is only shown", "[goal]") {
    Group group({});
    group.add(between(3, 5));
    group.add_without_end();
    CHECK(group.verdict() == Verdict::None);
    CHECK(group.text() == "worst has no end; of 2");
}

TEST_CASE("a share of few trials is known roughly", "[goal]") {
    const Goal at_most_7{Aim::AtMost, 7};
    CHECK(judge(percent_of(1, 40), at_most_7) == Verdict::Undecided);
    CHECK(judge(percent_of(5, 200), at_most_7) == Verdict::Met);
    CHECK(judge(percent_of(40, 200), at_most_7) == Verdict::Missed);
    CHECK(judge(percent_of(0, 0), at_most_7) == Verdict::Undecided);
    const Measured none = percent_of(0, 100); // Brown, Cai, and DasGupta 2001: 0 to 0.0370
    CHECK(none.interval->first == Approx(0).margin(1e-9));
    CHECK(none.interval->second == Approx(3.70).epsilon(0.01));
}

TEST_CASE("goals and numbers as text", "[goal]") {
    CHECK(goal_text(at_most) == "at most 1.05");
    CHECK(goal_text({Aim::AtLeast, 100000}) == "at least 100000");
    CHECK(goal_text(same) == "1, to within 0.050");
    CHECK(goal_text({}) == "-");
    CHECK(interval_text(between(0.5, 1)) == "0.500 .. 1.000");
    CHECK(interval_text({1, {}}) == "too few values for an interval");
    CHECK(number_text(35121.4) == "35121");
    CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "no value");
}
