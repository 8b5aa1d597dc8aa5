#include "base/schedule/schedule.h"

#include <catch2/catch.hpp>

#include <random>

using namespace loop;

namespace {

std::vector<Folded> folded(const std::vector<std::uint32_t>& numbers) {
    Folder folder;
    for (const std::uint32_t number : numbers)
        folder.add(number);
    return folder.folded();
}

/// A random program: numbers, and loops over random programs.
void append_random(std::mt19937& random, int depth, std::vector<std::uint32_t>& all) {
    const auto below = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
    for (unsigned part = 0, parts = 1 + below(4); part < parts; ++part) {
        if (depth == 0 || below(2) == 0) {
            all.push_back(below(5));
            continue;
        }
        std::vector<std::uint32_t> body;
        append_random(random, depth - 1, body);
        for (unsigned pass = 0, passes = 1 + below(6); pass < passes; ++pass)
            all.insert(all.end(), body.begin(), body.end());
    }
}

} // namespace

TEST_CASE("unfolding gives what was folded") {
    std::mt19937 random(1);
    for (int program = 0; program < 2000; ++program) {
        std::vector<std::uint32_t> numbers;
        append_random(random, 3, numbers);
        REQUIRE(schedule::unfolded(folded(numbers)) == numbers);
    }
}

TEST_CASE("a loop in a loop is kept once") {
    std::vector<std::uint32_t> numbers;
    for (int outer = 0; outer < 1000; ++outer) {
        numbers.push_back(0);
        for (int inner = 0; inner < 50; ++inner)
            numbers.insert(numbers.end(), {1, 2, 3});
    }
    const std::vector<Folded> all = folded(numbers);
    REQUIRE(all.size() == 1);
    REQUIRE(all[0].times == 1000);
    REQUIRE(all[0].body.size() == 2);
    REQUIRE(all[0].body[1].times == 50);
    REQUIRE(all[0].body[1].body.size() == 3);
    REQUIRE(schedule::unfolded(all) == numbers);
}
