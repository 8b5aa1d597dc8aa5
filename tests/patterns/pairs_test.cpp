#include <loop/patterns.h>

#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace loop::patterns;

namespace {

constexpr int max_ranks = 64;

using Make = std::function<Pattern(int me)>;

// Returns "" if every send has exactly one receive, and no rank sends to itself.
std::string mismatch(int ranks, const Make& make) {
    std::vector<int> balance(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks), 0);
    const auto message = [&](int from, int to) -> int& {
        return balance[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks) +
                       static_cast<std::size_t>(to)];
    };
    for (int me = 0; me < ranks; ++me) {
        const Pattern pattern = make(me);
        for (const Partner& p : pattern.sends) {
            if (p.rank == me) return "rank " + std::to_string(me) + " sends to itself";
            if (p.rank < 0 || p.rank >= ranks) return "rank out of range";
            if (message(me, p.rank) % 2 != 0) return "two messages to one partner";
            message(me, p.rank) += 1;
        }
        for (const Partner& p : pattern.receives)
            message(p.rank, me) += 2;
    }
    for (int value : balance) {
        if (value != 0 && value != 3) return "a send without its receive, or the other way round";
    }
    return "";
}

std::vector<int> ranks_of(const std::vector<Partner>& partners) {
    std::vector<int> ranks;
    for (const Partner& p : partners)
        ranks.push_back(p.rank);
    return ranks;
}

} // namespace

TEST_CASE("every COMMUNICATE send has its receive, for all distances and numbers of partners") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        for (int distance = 1; distance <= ranks + 1; ++distance) {
            for (int partners = 1; partners <= ranks + 1; ++partners) {
                const std::string wrong =
                    mismatch(ranks, [&](int me) { return communicate(me, ranks, distance, partners); });
                if (!wrong.empty())
                    FAIL(ranks << " ranks, distance " << distance << ", partners " << partners << ": "
                               << wrong);
            }
        }
    }
}

TEST_CASE("every EXCHANGE is symmetric, on a chain and on a ring") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        for (int distance = 1; distance <= ranks + 1; ++distance) {
            for (int partners = 1; partners <= ranks + 1; ++partners) {
                for (bool ring : {false, true}) {
                    const std::string wrong = mismatch(
                        ranks, [&](int me) { return exchange(me, ranks, distance, partners, ring); });
                    if (!wrong.empty())
                        FAIL(ranks << " ranks, distance " << distance << ", partners " << partners << ": "
                                   << wrong);
                }
            }
        }
    }
}

TEST_CASE("COMMUNICATE sends to me + j d and receives from me - j d, in this order") {
    const Pattern p = communicate(1, 8, 3, 2);
    CHECK(ranks_of(p.sends) == std::vector<int>{4, 7});
    CHECK(ranks_of(p.receives) == std::vector<int>{6, 3});
    CHECK(p.sends[1].slot == 1);
    CHECK(p.dropped == 0);
}

TEST_CASE("COMMUNICATE drops the rank itself and duplicates, and keeps the slots of the others") {
    const Pattern p = communicate(0, 6, 3, 4); // 3, 0, 3, 0
    CHECK(ranks_of(p.sends) == std::vector<int>{3});
    CHECK(p.dropped == 3);
    const Pattern q = communicate(0, 4, 6, 3); // 6 mod 4 = 2: 2, 0, 2
    CHECK(ranks_of(q.sends) == std::vector<int>{2});
    CHECK(communicate(0, 1, 1, 5).dropped == 5);
}

TEST_CASE("huge arguments take little time and do not overflow") {
    constexpr long long huge = std::numeric_limits<long long>::max();
    CHECK(communicate(3, 7, huge, huge).sends.size() == (huge % 7 == 0 ? 0 : 6));
    CHECK(exchange(3, 7, huge, huge, false).sends.empty());
    CHECK(exchange(3, 7, 1, huge, false).sends.size() == 6);
    CHECK(exchange(3, 7, 1, huge, true).sends.size() == 6);
}

TEST_CASE("EXCHANGE with one partner pairs blocks of `distance` ranks by parity") {
    const std::vector<int> peers_1{1, 0, 3, 2, -1};
    const std::vector<int> peers_2{2, 3, 0, 1, -1};
    for (int me = 0; me < 5; ++me) {
        for (int distance : {1, 2}) {
            const int peer = (distance == 1 ? peers_1 : peers_2)[static_cast<std::size_t>(me)];
            const Pattern p = exchange(me, 5, distance, 1, false);
            CHECK(ranks_of(p.sends) == (peer < 0 ? std::vector<int>{} : std::vector<int>{peer}));
            CHECK(p.dropped == (peer < 0 ? 1 : 0));
        }
    }
}

TEST_CASE("EXCHANGE with two partners: slot 0 is +d, slot 1 is -d, and a chain has ends") {
    const Pattern inner = exchange(2, 6, 1, 2, false);
    CHECK(ranks_of(inner.sends) == std::vector<int>{3, 1});
    CHECK(ranks_of(inner.receives) == std::vector<int>{3, 1});
    const Pattern first = exchange(0, 6, 1, 2, false);
    CHECK(ranks_of(first.sends) == std::vector<int>{1});
    const Pattern last = exchange(5, 6, 1, 2, false);
    CHECK(ranks_of(last.sends) == std::vector<int>{4});
    CHECK(last.sends[0].slot == 1);
    CHECK(ranks_of(exchange(0, 6, 1, 2, true).sends) == std::vector<int>{1, 5});
}

TEST_CASE("EXCHANGE with more partners: +d, -d, +2d, -2d, and an odd last one by parity") {
    const Pattern p = exchange(4, 16, 1, 5, false);
    CHECK(ranks_of(p.sends) == std::vector<int>{5, 3, 6, 2, 1}); // 4 / 3 is odd: 4 - 3
    CHECK(p.sends[4].slot == 4);
    CHECK(ranks_of(exchange(4, 16, 2, 4, false).sends) == std::vector<int>{6, 2, 8, 0});
}

TEST_CASE("drops at the ends of a chain are expected, drops on all ranks are not") {
    const auto unexpected = [](int ranks, long long distance, long long partners, bool ring) {
        std::vector<long long> counts;
        for (int me = 0; me < ranks; ++me) {
            const Pattern p = exchange(me, ranks, distance, partners, ring);
            counts.push_back(p.dropped - p.expected);
        }
        return counts;
    };
    using Counts = std::vector<long long>;
    CHECK(unexpected(5, 1, 2, false) == Counts{0, 0, 0, 0, 0});
    CHECK(exchange(0, 5, 1, 2, false).expected == 1);
    CHECK(exchange(1, 5, 1, 2, false).expected == 0);
    CHECK(unexpected(5, 1, 1, false) == Counts{0, 0, 0, 0, 0}); // the last one has no peer
    CHECK(unexpected(6, 2, 4, false) ==
          Counts{0, 0, 2, 2, 0, 0}); // distance 4 exists only for ranks 0, 1, 4, and 5
    CHECK(unexpected(4, 2, 2, false) == Counts{0, 0, 0, 0});
    CHECK(unexpected(4, 3, 2, false) == Counts{0, 2, 2, 0});
    CHECK(unexpected(4, 4, 2, false) == Counts{2, 2, 2, 2});
    CHECK(unexpected(4, 4, 1, false) == Counts{1, 1, 1, 1});
    CHECK(unexpected(4, std::numeric_limits<long long>::max(), 3, false) == Counts{3, 3, 3, 3});
    CHECK(unexpected(2, 1, 2, true) == Counts{1, 1}); // both partners are the same rank
    CHECK(unexpected(3, 1, 3, true) ==
          Counts{1, 0, 1}); // the peer at distance 2: a duplicate, none, a duplicate
    CHECK(unexpected(1, 1, 2, false) == Counts{0});
    CHECK(unexpected(1, 7, 3, true) == Counts{0});
    CHECK(communicate(0, 1, 1, 3).expected == 3);
    CHECK(communicate(0, 3, 1, 3).expected == 0);
}

TEST_CASE("the multibroadcasts reach every rank once, in the paper's orders") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        for (auto make : {multibcast0, multibcast_me, multibcast_alter}) {
            CHECK(mismatch(ranks, [&](int me) { return make(me, ranks); }).empty());
            for (int me = 0; me < ranks; ++me) {
                const Pattern p = make(me, ranks);
                CHECK(static_cast<int>(p.sends.size()) == ranks - 1);
                CHECK(p.dropped == 0);
                for (const Partner& partner : p.sends)
                    CHECK(partner.slot == partner.rank);
            }
        }
    }
}

TEST_CASE("MULTIBCAST0, _ME, and _ALTER on rank 2 of five") {
    CHECK(ranks_of(multibcast0(2, 5).sends) == std::vector<int>{0, 1, 3, 4});
    CHECK(ranks_of(multibcast0(2, 5).receives) == std::vector<int>{0, 1, 3, 4});
    CHECK(ranks_of(multibcast_me(2, 5).sends) == std::vector<int>{3, 4, 0, 1});
    CHECK(ranks_of(multibcast_me(2, 5).receives) == std::vector<int>{0, 1, 3, 4});
    CHECK(ranks_of(multibcast_alter(2, 5).sends) == std::vector<int>{3, 4, 0, 1});
    CHECK(ranks_of(multibcast_alter(2, 5).receives) == std::vector<int>{1, 0, 4, 3});
}

TEST_CASE("_ALTER has no hot spot: in each step, every rank receives from one") {
    for (int ranks = 2; ranks <= max_ranks; ++ranks) {
        for (std::size_t step = 0; step + 1 < static_cast<std::size_t>(ranks); ++step) {
            std::set<int> targets;
            for (int me = 0; me < ranks; ++me)
                targets.insert(multibcast_alter(me, ranks).sends[step].rank);
            CHECK(static_cast<int>(targets.size()) == ranks);
        }
        if (ranks > 16) ranks += 8; // larger steps suffice
    }
}
