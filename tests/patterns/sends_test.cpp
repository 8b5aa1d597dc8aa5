#include <loop/send_pattern.h>

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace loop;
using namespace loop::patterns;

namespace {

constexpr int max_ranks = 64;

struct Case {
    const char* name;
    Ranks (*receivers)(int rank, int ranks);
    bool (*sends)(int rank);
};

bool all(int) {
    return true;
}
bool even(int rank) {
    return rank % 2 == 0;
}

const Case cases[] = {
    {"chain", [](int r, int) -> Ranks { return r + 1; }, all},
    {"ring", [](int r, int p) -> Ranks { return (r + 1) % p; }, all},
    {"both neighbors on a ring",
     [](int r, int p) -> Ranks {
         return {(r + p - 1) % p, (r + 1) % p};
     },
     all},
    {"nearly a torus",
     [](int r, int p) -> Ranks {
         return {r - 8, r - 1, r + 1, r + 8, (r + p / 2) % p};
     },
     all},
    {"butterfly",
     [](int r, int) -> Ranks {
         return {r ^ 1, r ^ 2, r ^ 4};
     },
     all},
    {"everyone to 0", [](int, int) -> Ranks { return 0; }, all},
    {"everyone to all",
     [](int, int p) {
         Ranks ranks;
         for (int r = 0; r < p; ++r)
             ranks.add(r);
         return ranks;
     },
     all},
    {"even ranks twice to the same",
     [](int r, int) -> Ranks {
         return {r + 1, r + 1};
     },
     even},
    {"nobody", [](int, int) { return Ranks(); }, all},
};

// A message as both ends see it: sender, receiver, place, repetition, bytes.
using Seen = std::tuple<int, int, long long, long long, long long>;

SendPattern pattern_of(const Case& c, int me, int ranks, long long count, const Sizes& size) {
    const auto receivers = [&](int rank) { return c.receivers(rank, ranks); };
    const auto sends = [&](int rank) { return c.sends(rank); };
    const Pairs to = pairs(receivers);
    const Where where = loop::where(sends);
    return send_pattern(me, ranks, {size, to, where, count});
}

std::vector<int> circle_of(int ranks, Ranks (*receivers)(int rank)) {
    const auto function = [&](int rank) { return receivers(rank); };
    const Pairs to = pairs(function);
    return find_circle(ranks, {8, to, everywhere, 1});
}

} // namespace

TEST_CASE("every send has its receive, with the same place, repetition and size, for all numbers of ranks") {
    for (const Case& c : cases) {
        for (int ranks = 1; ranks <= max_ranks; ++ranks) {
            std::multiset<Seen> sent, received;
            std::set<std::uint64_t> hashes;
            long long messages = 0;
            for (int me = 0; me < ranks; ++me) {
                const auto bytes = [](int rank) -> ByteCounts { return 10 + rank; };
                const SendPattern pattern = pattern_of(c, me, ranks, 2, sizes(bytes));
                REQUIRE(pattern.problem.empty());
                for (const PlacedMessage& m : pattern.sends)
                    sent.insert({me, m.rank, m.place, m.repetition, m.bytes});
                for (const PlacedMessage& m : pattern.receives)
                    received.insert({m.rank, me, m.place, m.repetition, m.bytes});
                hashes.insert(pattern.hash);
                messages = pattern.all_messages;
            }
            INFO(c.name << ", " << ranks << " ranks");
            REQUIRE(sent == received);
            REQUIRE(hashes.size() == 1);
            REQUIRE(messages == static_cast<long long>(sent.size()));
        }
    }
}

TEST_CASE("two ranks send and receive the messages between them in the same order") {
    for (const Case& c : cases) {
        for (const int ranks : {1, 2, 3, 8, 64}) {
            using Order = std::vector<std::pair<long long, long long>>;
            std::map<std::pair<int, int>, Order> sent, received;
            for (int me = 0; me < ranks; ++me) {
                const SendPattern pattern = pattern_of(c, me, ranks, 3, 8);
                for (const PlacedMessage& m : pattern.sends)
                    sent[{me, m.rank}].push_back({m.repetition, m.place});
                for (const PlacedMessage& m : pattern.receives)
                    received[{m.rank, me}].push_back({m.repetition, m.place});
            }
            INFO(c.name << ", " << ranks << " ranks");
            CHECK(sent == received);
        }
    }
}

TEST_CASE("the hash says whether pairs and sizes are the same") {
    std::set<std::uint64_t> hashes;
    for (const Case& c : cases)
        hashes.insert(pattern_of(c, 0, 64, 1, 8).hash);
    CHECK(hashes.size() == std::size(cases));
    CHECK(pattern_of(cases[0], 0, 64, 1, 8).hash != pattern_of(cases[0], 0, 64, 1, 16).hash);
    CHECK(pattern_of(cases[0], 0, 64, 1, 8).hash != pattern_of(cases[0], 0, 64, 2, 8).hash);
}

TEST_CASE("offsets of receivers, each once") {
    CHECK(pattern_of(cases[0], 0, 16, 1, 8).offsets == std::vector<long long>{1});
    CHECK(pattern_of(cases[2], 0, 16, 1, 8).offsets == std::vector<long long>{-1, 1});
    const auto farther = [](int r) -> Ranks { return r + 3; };
    const Pairs to_farther = pairs(farther);
    CHECK(send_pattern(0, 4, {8, to_farther, everywhere, 1}).offsets ==
          std::vector<long long>{3}); // not around
    CHECK(pattern_of(cases[6], 0, 16, 1, 8).more_offsets);
    CHECK(pattern_of(cases[8], 0, 16, 1, 8).offsets.empty());
}

TEST_CASE("one pair, and problems with arguments") {
    const Pairs one = pairs(2, {0, 9});
    CHECK(send_pattern(2, 4, {8, one, everywhere, 1}).sends.size() == 1);
    CHECK(send_pattern(0, 4, {8, one, everywhere, 1}).receives.at(0).rank == 2);
    CHECK(send_pattern(0, 2, {8, one, everywhere, 1}).all_messages == 0);
    CHECK(send_pattern(0, 4, {8, one, everywhere, -1}).problem == "COUNT is -1; it must not be negative");
    CHECK(send_pattern(0, 4, {-8, one, everywhere, 1}).problem ==
          "the size is -8 bytes for rank 2; it must not be negative");
    CHECK(send_pattern(0, 4, {Sizes(1, 2, 3), one, everywhere, 1}).problem ==
          "SIZE has 3 values, but rank 2 has 2 receivers");
}

TEST_CASE("circles of ranks that would wait for each other") {
    CHECK(circle_of(8, [](int r) -> Ranks { return r + 1; }).empty());
    CHECK(circle_of(8, [](int r) -> Ranks { return {2 * r + 1, 2 * r + 2}; }).empty());
    CHECK(circle_of(4, [](int r) -> Ranks { return (r + 1) % 4; }) == std::vector<int>{0, 1, 2, 3});
    CHECK(circle_of(4, [](int r) -> Ranks { return r < 3 ? 2 - r : 4; }) == std::vector<int>{0, 2});
    CHECK(circle_of(6, [](int r) -> Ranks { return r == 5 ? 3 : r + 1; }) == std::vector<int>{3, 4, 5});
    CHECK(circle_of(1, [](int r) -> Ranks { return r; }) == std::vector<int>{0});
}
