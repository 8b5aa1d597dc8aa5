#include <loop/group_pattern.h>

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace loop;
using namespace loop::patterns;

namespace {

constexpr int max_ranks = 64;

GroupNumber thirds(int rank) {
    return rank % 3;
}
GroupNumber blocks_behind_four(int rank) {
    return rank / 4 - 1;
}
GroupNumber odd(int rank) {
    return rank % 2 == 1;
}
GroupNumber negative(int rank) {
    return -1 - rank;
}
double downwards(int rank) {
    return -rank;
}
double by_halves(int rank) {
    return rank % 2;
}

GroupPattern pattern_of(int me, int ranks, GroupNumber (*function)(int), double (*number)(int) = nullptr) {
    const auto value = [function](int rank) { return function(rank); };
    const auto place = [number](int rank) { return number(rank); };
    return group_pattern(me, divide(ranks, groups(value), number != nullptr ? order(place) : as_outside));
}

} // namespace

TEST_CASE("each rank is in one group, and all members agree on it") {
    for (const auto function : {thirds, blocks_behind_four, odd, negative})
        for (const auto number : {downwards, by_halves})
            for (int p = 1; p <= max_ranks; ++p) {
                std::map<long long, GroupPattern> first; // by value: as its first rank sees the group
                for (int me = 0; me < p; ++me) {
                    const long long value = function(me).value;
                    const GroupPattern own = pattern_of(me, p, function, number);
                    const GroupPattern& other = first.try_emplace(value, own).first->second;
                    REQUIRE(own.members[static_cast<std::size_t>(own.rank)] == me);
                    REQUIRE(own.takes == (value >= 0));
                    REQUIRE(own.members == other.members);
                    REQUIRE(own.hash == first.begin()->second.hash);
                }
                std::multiset<int> all;
                for (const auto& [value, group] : first) {
                    all.insert(group.members.begin(), group.members.end());
                    for (const int member : group.members)
                        REQUIRE(function(member).value == value);
                }
                REQUIRE(all.size() == static_cast<std::size_t>(p));
            }
}

TEST_CASE("members are numbered by the order, and equal ones as outside") {
    REQUIRE(pattern_of(4, 9, thirds).members == std::vector<int>{1, 4, 7});
    REQUIRE(pattern_of(4, 9, thirds).rank == 1);
    REQUIRE(pattern_of(3, 9, thirds, downwards).members == std::vector<int>{6, 3, 0});
    REQUIRE(pattern_of(5, 8, blocks_behind_four, by_halves).members == std::vector<int>{4, 6, 5, 7});
}

TEST_CASE("false and all negative numbers are the others") {
    REQUIRE(pattern_of(2, 5, odd).members == std::vector<int>{0, 2, 4});
    REQUIRE_FALSE(pattern_of(2, 5, odd).takes);
    REQUIRE(pattern_of(2, 3, negative).members == std::vector<int>{0, 1, 2});
    REQUIRE_FALSE(pattern_of(2, 3, negative).is_taken);
    REQUIRE(pattern_of(2, 5, odd).is_taken);
}

TEST_CASE("the hash differs if any rank is in another group or place") {
    std::set<std::uint64_t> hashes;
    for (int far = 0; far < 8; ++far) {
        const auto without = [far](int rank) -> GroupNumber { return rank != far; };
        hashes.insert(group_pattern(0, divide(8, groups(without), as_outside)).hash);
        const auto place = [](int rank) -> double { return -rank; };
        hashes.insert(group_pattern(0, divide(8, groups(without), order(place))).hash);
    }
    REQUIRE(hashes.size() == 16);
}
