#include <loop/doubling.h>
#include <loop/random_values.h>
#include <loop/rank_function.h>
#include <loop/topologies.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

using namespace loop;

namespace {

constexpr int max_ranks = 64;

template <class Topology>
void check_lattice(int ranks, int dimensions, bool wraps) {
    CAPTURE(ranks, dimensions, wraps);
    const Topology topology(ranks, dimensions);
    CHECK(topology.ranks() == ranks);
    for (int i = 0; i + 1 < dimensions; ++i)
        CHECK(topology.extent(i) >= topology.extent(i + 1));
    const std::size_t all[] = {0, 2, 8, 26};
    for (int rank = 0; rank < ranks; ++rank) {
        CHECK(topology.at(rank) == rank);
        const std::vector<int> around = topology.around(rank), beside = topology.beside(rank);
        REQUIRE(around.size() == all[dimensions]);
        REQUIRE(beside.size() == 2 * static_cast<std::size_t>(dimensions));
        for (std::size_t place = 0; place < around.size(); ++place) {
            const int other = around[place];
            if (wraps) CHECK(other >= 0);
            if (other < 0) continue;
            REQUIRE(other < ranks);
            // The opposite place of the neighbor leads back.
            CHECK(topology.around(other)[around.size() - 1 - place] == rank);
        }
        for (int i = 0; i < dimensions; ++i) {
            const int before = beside[2 * static_cast<std::size_t>(i)];
            const bool at_edge = topology.coordinate(rank, i) == 0;
            CHECK((before < 0) == (at_edge && !wraps));
            if (before >= 0)
                CHECK(topology.coordinate(before, i) ==
                      (at_edge ? topology.extent(i) : topology.coordinate(rank, i)) - 1);
        }
    }
    for (const int nobody : {-1, ranks}) {
        CHECK(topology.at(nobody, 1) == -1);
        CHECK(topology.coordinate(nobody, 0) == -1);
        for (const int other : topology.around(nobody))
            CHECK(other == -1);
    }
}

double mean(double (*value)(std::uint64_t)) {
    double sum = 0;
    for (std::uint64_t i = 0; i < 100000; ++i)
        sum += value(i);
    return sum / 100000;
}

} // namespace

TEST_CASE("neighbors on grids and tori lead back", "[topologies]") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks)
        for (int dimensions = 1; dimensions <= 3; ++dimensions) {
            check_lattice<Grid>(ranks, dimensions, false);
            check_lattice<Torus>(ranks, dimensions, true);
        }
}

TEST_CASE("the extents of a grid are as equal as possible", "[topologies]") {
    const auto extents = [](int ranks, int dimensions) {
        const Grid grid(ranks, dimensions);
        std::vector<int> all;
        for (int i = 0; i < dimensions; ++i)
            all.push_back(grid.extent(i));
        return all;
    };
    CHECK(extents(12, 1) == std::vector<int>{12});
    CHECK(extents(12, 2) == std::vector<int>{4, 3});
    CHECK(extents(12, 3) == std::vector<int>{3, 2, 2});
    CHECK(extents(64, 3) == std::vector<int>{4, 4, 4});
    CHECK(extents(7, 3) == std::vector<int>{7, 1, 1});
    CHECK(extents(1024, 2) == std::vector<int>{32, 32});
}

TEST_CASE("the neighbors around a rank are in the order of rows", "[topologies]") {
    const Torus torus = Torus::of({3, 4}); // 0 1 2 3 / 4 5 6 7 / 8 9 10 11
    CHECK(torus.around(5) == std::vector<int>{0, 1, 2, 4, 6, 8, 9, 10});
    CHECK(torus.around(0) == std::vector<int>{11, 8, 9, 3, 1, 7, 4, 5});
    CHECK(torus.beside(0) == std::vector<int>{8, 4, 3, 1});
    CHECK(torus.at(0, -1, 6) == 10);
    CHECK(Grid::of({3, 4}).around(0) == std::vector<int>{-1, -1, -1, -1, 1, -1, 4, 5});
    CHECK(Grid::of({2, 2}).at(3, 1) == -1);
    CHECK(Grid::of({2, 2}).at(0, 1) == 2);
    CHECK(Torus(1, 2).around(0) == std::vector<int>(8, 0));
}

TEST_CASE("wrong grids and trees are refused", "[topologies]") {
    CHECK_THROWS_WITH(Grid(0, 2), "a grid has from 1 to 1048576 ranks, not 0");
    CHECK_THROWS_WITH(Grid(4, 4), "a grid has from 1 to 3 dimensions, not 4");
    CHECK_THROWS_WITH(Grid::of({}), "a grid has from 1 to 3 dimensions, not 0");
    CHECK_THROWS_WITH(Grid::of({2, 0}), "an extent of a grid is at least 1, not 0");
    CHECK_THROWS_WITH(Grid::of({1 << 20, 1 << 20}), "a grid has from 1 to 1048576 ranks, not 1099511627776");
    CHECK_THROWS_WITH(Grid(4, 2).at(0, 1, 1, 1), "there are more offsets than dimensions: 3");
    CHECK_THROWS_WITH(Grid(4, 2).extent(2), "the grid has no dimension 2");
    CHECK_THROWS_WITH(Tree(0), "a tree has at least 1 rank, not 0");
    CHECK_THROWS_WITH(Tree(4, 0), "the fan-out of a tree is at least 1, not 0");
}

TEST_CASE("children of a tree know their parent", "[topologies]") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks)
        for (int fan_out = 1; fan_out <= 5; ++fan_out) {
            CAPTURE(ranks, fan_out);
            const Tree tree(ranks, fan_out);
            int children = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                for (const int child : tree.children(rank)) {
                    CHECK(tree.parent(child) == rank);
                    CHECK(tree.level(child) == tree.level(rank) + 1);
                    ++children;
                }
                CHECK(tree.around(rank).front() == tree.parent(rank));
                CHECK(tree.around(rank).size() == 1 + tree.children(rank).size());
            }
            CHECK(children == ranks - 1);
            CHECK(tree.parent(0) == -1);
            CHECK(tree.parent(ranks) == -1);
            CHECK(tree.child(ranks - 1, 0) == -1);
        }
}

TEST_CASE("topologies are kept by value", "[topologies]") {
    std::set<long long> identities;
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        for (int dimensions = 1; dimensions <= 3; ++dimensions) {
            identities.insert(Grid(ranks, dimensions).identity());
            identities.insert(Torus(ranks, dimensions).identity());
            CHECK(Grid(ranks, dimensions).identity() == Grid(ranks, dimensions).identity());
        }
        identities.insert(Tree(ranks, 2).identity());
        identities.insert(Tree(ranks, 3).identity());
    }
    CHECK(identities.size() == std::size_t{8} * max_ranks);
    const Torus torus(12, 2);
    CHECK(!kept("torus", torus).afresh);
    CHECK(kept("torus", torus).stays(kept("torus", Torus(12, 2))));
    CHECK(!kept("torus", torus).stays(kept("torus", Torus(12, 3))));
}

TEST_CASE("doubling goes up to its end", "[topologies]") {
    CHECK(doubling(1, 8) == std::vector<long long>{1, 2, 4, 8});
    CHECK(doubling(0, 5) == std::vector<long long>{0, 1, 2, 4});
    CHECK(doubling(3, 11) == std::vector<long long>{3, 6});
    CHECK(doubling(0, 0) == std::vector<long long>{0});
    CHECK(doubling(2, 1).empty());
    CHECK(doubling(-1, 1).empty());
    CHECK(doubling(1, 9223372036854775807LL).size() == 63);
}

TEST_CASE("permutations have every rank once, and depend on the seed", "[topologies]") {
    std::set<std::vector<int>> different;
    for (int count = 0; count <= max_ranks; ++count) {
        std::vector<int> all = permutation(count, 7);
        CHECK(all == permutation(count, 7));
        std::sort(all.begin(), all.end());
        for (int i = 0; i < count; ++i)
            CHECK(all[static_cast<std::size_t>(i)] == i);
    }
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        different.insert(permutation(16, seed));
    CHECK(different.size() == 100);
}

TEST_CASE("distributions have their means", "[topologies]") {
    CHECK(mean([](std::uint64_t i) { return uniform(i); }) == Approx(0.5).epsilon(0.01));
    CHECK(mean([](std::uint64_t i) { return exponential(i, 3); }) == Approx(3).epsilon(0.02));
    CHECK(mean([](std::uint64_t i) { return normal(i, 5, 2); }) == Approx(5).epsilon(0.01));
    CHECK(mean([](std::uint64_t i) { return std::pow(normal(i, 0, 2), 2); }) == Approx(4).epsilon(0.03));
    CHECK(mean([](std::uint64_t i) { return pareto(i, 3, 2); }) == Approx(3).epsilon(0.02));
    CHECK(mean([](std::uint64_t i) { return static_cast<double>(poisson(i, 4)); }) ==
          Approx(4).epsilon(0.02));
    CHECK(mean([](std::uint64_t i) { return static_cast<double>(pick(i, 10)); }) ==
          Approx(4.5).epsilon(0.02));
    CHECK(poisson(1, 0) == 0);
    CHECK_THROWS_AS(poisson(1, -1), std::invalid_argument);
    CHECK_THROWS_AS(poisson(1, std::nan("")), std::invalid_argument);
    CHECK_THROWS_AS(poisson(1, 1e9), std::invalid_argument);
    CHECK_THROWS_AS(exponential(1, -1), std::invalid_argument);
    CHECK_THROWS_AS(pareto(1, 0, 1), std::invalid_argument);
    CHECK(pick(1, 0) == 0);
    CHECK(uniform(1) == uniform(1, 1));
    CHECK(uniform(1, 2) != uniform(1, 1));
    for (std::uint64_t i = 0; i < 1000; ++i) {
        CHECK(pareto(i, 3, 2) >= 2);
        CHECK((pick(i, 3) >= 0 && pick(i, 3) < 3));
    }
}
