#include <loop/patterns.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace loop::patterns;

namespace {

constexpr int max_ranks = 64;

std::vector<int> some_map(int ranks, unsigned seed) {
    std::vector<int> map(static_cast<std::size_t>(ranks));
    std::iota(map.begin(), map.end(), 0);
    std::mt19937 random(seed);
    std::shuffle(map.begin() + 1, map.end(), random);
    return map;
}

} // namespace

TEST_CASE("a tree reaches every rank once, and parents and children agree") {
    for (TreeShape shape : {TreeShape::Binary, TreeShape::Binomial}) {
        for (int ranks = 1; ranks <= max_ranks; ++ranks) {
            std::vector<int> map;
            if (ranks % 2 == 0) map = some_map(ranks, 7);
            std::vector<int> reached(static_cast<std::size_t>(ranks), 0);
            reached[0] = 1;
            for (int me = 0; me < ranks; ++me) {
                const TreeView view = tree_view(me, ranks, shape, map);
                CHECK((view.parent < 0) == (me == 0));
                for (int child : view.children) {
                    ++reached[static_cast<std::size_t>(child)];
                    CHECK(tree_view(child, ranks, shape, map).parent == me);
                }
            }
            CHECK(reached == std::vector<int>(static_cast<std::size_t>(ranks), 1));
        }
    }
}

TEST_CASE("a subtree is the node, then the subtree of each child in turn") {
    for (TreeShape shape : {TreeShape::Binary, TreeShape::Binomial}) {
        for (int ranks = 1; ranks <= max_ranks; ++ranks) {
            const std::vector<int> map = some_map(ranks, 3);
            for (int me = 0; me < ranks; ++me) {
                const TreeView view = tree_view(me, ranks, shape, map);
                std::vector<int> expected{me};
                for (std::size_t c = 0; c < view.children.size(); ++c) {
                    const TreeView child = tree_view(view.children[c], ranks, shape, map);
                    CHECK(static_cast<int>(child.subtree.size()) == view.child_subtree_size[c]);
                    expected.insert(expected.end(), child.subtree.begin(), child.subtree.end());
                }
                CHECK(view.subtree == expected);
            }
        }
    }
}

TEST_CASE("the binary tree is heap-numbered; the binomial tree takes ceil(log2 p) steps") {
    CHECK(tree_children(1, 6, TreeShape::Binary) == std::vector<int>{3, 4});
    CHECK(tree_children(2, 6, TreeShape::Binary) == std::vector<int>{5});
    CHECK(tree_parent(0, TreeShape::Binary) == -1);
    CHECK(tree_parent(0, TreeShape::Binomial) == -1);
    CHECK(tree_parent(5, TreeShape::Binary) == 2);
    CHECK(tree_children(0, 8, TreeShape::Binomial) == std::vector<int>{4, 2, 1});
    CHECK(tree_children(4, 8, TreeShape::Binomial) == std::vector<int>{6, 5});
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        std::vector<int> step_of(static_cast<std::size_t>(ranks), 0); // step at which a node has the data
        int last = 0;
        for (int node : tree_preorder(0, ranks, TreeShape::Binomial)) {
            int step = step_of[static_cast<std::size_t>(node)];
            for (int child : tree_children(node, ranks, TreeShape::Binomial)) {
                step_of[static_cast<std::size_t>(child)] = ++step;
                last = std::max(last, step);
            }
        }
        int expected = 0;
        while ((1 << expected) < ranks)
            ++expected;
        CHECK(last == expected);
    }
}

TEST_CASE("blocks of ceil(N / p) cover a vector once, also if N < p") {
    for (int ranks = 1; ranks <= max_ranks; ++ranks) {
        for (long long elements : {0, 1, 2, 5, 63, 64, 65, 1000}) {
            long long next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const Block block = BlockDistribution(ranks, elements).of(rank);
                CHECK(block.begin == next);
                CHECK(block.count >= 0);
                CHECK(block.count <= (elements + ranks - 1) / ranks);
                next += block.count;
            }
            CHECK(next == elements);
        }
    }
}
