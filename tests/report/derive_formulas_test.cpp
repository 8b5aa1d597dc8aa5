#include "derive/formulas.h"
#include "derive/values.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

namespace loop::report::derive {

namespace {

using Receivers = std::function<std::vector<int>(int)>;
using Receivers2 = std::function<std::vector<int>(int r, int p)>;

Pairs pairs_of(int ranks, const Receivers& receivers) {
    Pairs pairs;
    for (int r = 0; r < ranks; ++r)
        for (const int to : receivers(r))
            if (to >= 0 && to < ranks) pairs.emplace_back(r, to);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// The pairs that a formula says it gives.
Pairs given_by(const PairFormula& formula) {
    Pairs pairs;
    for (std::size_t r = 0; r < formula.values.front().size(); ++r)
        for (const int to : formula.values.front()[r])
            if (to >= 0) pairs.emplace_back(static_cast<int>(r), to);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// For all numbers of ranks: a formula gives exactly the pairs, with at most this number of places.
void require_formula(int least, std::size_t places, const Receivers2& receivers) {
    for (int p = least; p <= 64; ++p) {
        const Pairs pairs = pairs_of(p, [&](int r) { return receivers(r, p); });
        if (pairs.empty()) continue;
        const auto formula = pair_formula(pairs, p);
        INFO(p << " ranks");
        REQUIRE(formula);
        REQUIRE(formula->receivers.size() <= places);
        REQUIRE(given_by(*formula) == pairs);
    }
}

/// The largest divisor that is at most the root.
int columns_of(int p) {
    int columns = 1;
    for (int c = 1; c * c <= p; ++c)
        if (p % c == 0) columns = c;
    return columns;
}

} // namespace

TEST_CASE("chains, rings, and trees have formulas on any number of ranks", "[derive]") {
    require_formula(2, 1, [](int r, int) { return std::vector<int>{r + 1}; });
    require_formula(2, 2, [](int r, int) { return std::vector<int>{r - 2, r + 2}; });
    require_formula(2, 1, [](int r, int p) { return std::vector<int>{(r + 1) % p}; });
    require_formula(3, 1, [](int r, int p) { return std::vector<int>{(r + p - 1) % p}; });
    require_formula(2, 1, [](int r, int p) { return std::vector<int>{p - 1 - r}; });
    require_formula(2, 2, [](int r, int) { return std::vector<int>{2 * r + 1, 2 * r + 2}; });
    require_formula(2, 1, [](int r, int) { return std::vector<int>{r > 0 ? (r - 1) / 2 : -1}; });
    require_formula(2, 1, [](int r, int) { return std::vector<int>{r > 0 ? 0 : -1}; });
    require_formula(2, 1, [](int r, int) { return std::vector<int>{r % 2 == 0 ? r + 1 : -1}; });
}

TEST_CASE("neighbors in grids have formulas, open and closed", "[derive]") {
    require_formula(4, 4, [](int r, int p) {
        const int c = columns_of(p), x = r % c;
        return std::vector<int>{x > 0 ? r - 1 : -1, x < c - 1 ? r + 1 : -1, r - c, r + c};
    });
    require_formula(4, 4, [](int r, int p) {
        const int c = columns_of(p), x = r % c, row = r - x;
        return std::vector<int>{row + (x + 1) % c, row + (x + c - 1) % c, (r + c) % p, (r + p - c) % p};
    });
}

TEST_CASE("one formula gives the pairs on several numbers of ranks, and on others", "[derive]") {
    const auto formula_of = [](const Counts& counts, const Receivers2& receivers) {
        std::vector<Pairs> all;
        for (const int p : counts)
            all.push_back(pairs_of(p, [&](int r) { return receivers(r, p); }));
        const auto formula = pair_formula(all, counts);
        REQUIRE(formula);
        return formula->receivers;
    };
    using Texts = std::vector<std::string>;
    const auto last = [](int, int p) { return std::vector<int>{p - 1}; };
    REQUIRE(formula_of({4, 9, 16}, last) == Texts{"nodes - 1"});
    const auto down = [](int r, int p) { return std::vector<int>{r + columns_of(p)}; };
    REQUIRE(formula_of({4, 9, 16}, down) == Texts{"grid.at(r, 1, 0)"});
    const auto wide = [](int r, int p) { return std::vector<int>{r + p / columns_of(p)}; };
    REQUIRE(formula_of({4, 8, 16}, wide) == Texts{"wide_grid.at(r, 1, 0)"});
    const auto half = [](int r, int p) { return std::vector<int>{r ^ (p / 2)}; };
    REQUIRE(formula_of({4, 8, 16}, half) == Texts{"r ^ (nodes / 2)"});
    REQUIRE(condition_on(
                {{true, false, true, false}, {true, false, false, true, false, false, true, false, false}}) ==
            "r % long_side == 0");
}

TEST_CASE("numbers have formulas of the number of ranks", "[derive]") {
    const auto text_of = [](const Values& values, const Counts& counts) {
        const auto formula = value_formula(values, counts);
        return formula ? formula->text(std::to_string(formula->constant)) : "none";
    };
    REQUIRE(text_of({7, 7, 7}, {4, 9, 16}) == "7");
    REQUIRE(text_of({8, 18, 32}, {4, 9, 16}) == "2 * nodes");
    REQUIRE(text_of({72, 32, 18}, {4, 9, 16}) == "288 / nodes");
    REQUIRE(text_of({48, 32, 24}, {4, 9, 16}) == "96 / long_side");
    REQUIRE(text_of({2, 3, 4}, {4, 8, 16}) == "levels");
    REQUIRE(text_of({1, 2, 3}, {4, 9, 16}) == "(long_side - 1)");
    REQUIRE(text_of({25, 12, 7}, {4, 8, 14}) == "100 / nodes");
    REQUIRE(text_of({25, 13, 8}, {4, 8, 14}) == "(100 + nodes - 1) / nodes");
    REQUIRE(text_of({5, 9, 17}, {4, 8, 16}) == "(nodes + 1)");
    REQUIRE(text_of({2880, 2560, 2160}, {4, 9, 16}) == "11520 * (long_side - 1) / nodes");
    REQUIRE(text_of({1960, 1000, 640}, {4, 9, 16}) == "40 * (12 / long_side + 1) * (12 / long_side + 1)");
    REQUIRE(text_of({440, 280, 200}, {4, 9, 16}) == "(960 / long_side - 40)");
    REQUIRE(text_of({5, 31, 2}, {4, 8, 16}) == "none");
}

TEST_CASE("numbers have formulas of the problem size", "[derive]") {
    const auto text_of = [](const Values& values, const Counts& counts) {
        const auto formula = value_formula(values, counts);
        return formula ? formula->text(std::to_string(formula->constant)) : "none";
    };
    const Counts sizes{{4, 16}, {4, 24}, {4, 40}};
    REQUIRE(text_of({128, 192, 320}, sizes) == "8 * n");
    REQUIRE(text_of({2048, 4608, 12800}, sizes) == "8 * n * n");
    REQUIRE(text_of({4096, 13824, 64000}, sizes) == "n * n * n");
    REQUIRE(text_of({4, 6, 10}, sizes) == "n / 4");
    REQUIRE(text_of({464, 656, 1040}, sizes) == "(24 * n + 80)");
    REQUIRE(text_of({800, 1568, 3872}, sizes) == "8 * (n / 2 + 2) * (n / 2 + 2)");
    REQUIRE(text_of({5, 31, 2}, sizes) == "none");
    REQUIRE(text_of({1000, 2100, 5500}, sizes) == "none");
    const Counts four{{4, 16}, {4, 24}, {4, 40}, {4, 48}};
    REQUIRE(text_of({2 * 256 + 30 * 16 - 7, 2 * 576 + 30 * 24 - 7, 2 * 1600 + 30 * 40 - 7,
                     2 * 2304 + 30 * 48 - 7},
                    four) == "(2 * n * n + 30 * n - 7)");
    const Counts both{{4, 16}, {4, 32}, {16, 32}, {16, 64}};
    REQUIRE(text_of({512, 2048, 512, 2048}, both) == "8 * n * n / nodes");
    REQUIRE(text_of({64, 128, 64, 128}, both) == "8 * n / long_side");
    REQUIRE(text_of({32, 32, 128, 128}, both) == "8 * nodes");
    REQUIRE(text_of({128, 256}, {{4, 16}, {4, 32}}) == "8 * n");
}

TEST_CASE("problem sizes need no other formulas of the rank", "[derive]") {
    const Pairs ring{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, rows{{0, 1}, {1, 0}, {2, 3}, {3, 2}};
    const Counts sizes{{4, 16}, {4, 24}};
    REQUIRE(pair_formula({ring, ring}, sizes)->receivers == pair_formula(ring, 4)->receivers);
    REQUIRE(pair_formula({rows, rows}, sizes)->values.size() == 2);
    REQUIRE_FALSE(pair_formula({ring, rows}, sizes));
    REQUIRE(group_formula({{0, 0, 1, 1}, {0, 0, 1, 1}}) == "r / 2");
}

TEST_CASE("a pair that occurs twice is given twice", "[derive]") {
    const auto formula = pair_formula({{0, 1}, {0, 1}, {1, 0}, {1, 0}}, 2);
    REQUIRE(formula);
    REQUIRE(formula->receivers.size() == 2);
}

TEST_CASE("a formula with a condition on the sender", "[derive]") {
    const auto pairs_at = [](int p, int side) {
        return pairs_of(p, [=](int r) {
            return std::vector<int>{(r < side || r >= p - side) && r % side > 0 ? r - 1 : -1};
        });
    };
    const auto one = pair_formula(pairs_at(16, 4), 16);
    REQUIRE(one);
    REQUIRE(one->receivers == std::vector<std::string>{"r % 4 > 0 ? r - 1 : -1"});
    REQUIRE(one->condition == "r < 4 || r >= nodes - 4");
    const auto several = pair_formula({pairs_at(9, 3), pairs_at(16, 4)}, {9, 16});
    REQUIRE(several);
    REQUIRE(several->receivers == std::vector<std::string>{"grid.at(r, 0, -1)"});
    REQUIRE(several->condition == "r < long_side || r >= nodes - long_side");
}

TEST_CASE("no formula is made up for pairs without order", "[derive]") {
    const Pairs pairs{{0, 5}, {1, 11}, {2, 3},  {3, 0}, {4, 9},  {5, 7},
                      {6, 1}, {7, 2},  {8, 10}, {9, 6}, {10, 4}, {11, 8}};
    REQUIRE_FALSE(pair_formula(pairs, 12));
}

TEST_CASE("conditions and groups", "[derive]") {
    const std::vector<bool> ends{true, false, false, true}, odd{false, true, false, true},
        first{true, false, false};
    REQUIRE(condition_on({ends}) == "r == 0 || r == nodes - 1");
    REQUIRE(condition_on({odd}) == "r % 2 == 1");
    REQUIRE(condition_on({first}) == "r == 0");
    REQUIRE(group_formula({{0, 0, 1, 1}}) == "r / 2");
    REQUIRE(group_formula({{7, 3, 7, 3}}) == "r % 2");
    REQUIRE(group_formula({{-1, 0, 0, 0}}) == "r > 0");
    REQUIRE_FALSE(group_formula({{0, 1, 1, 0, 0, 2}}));
}

} // namespace loop::report::derive
