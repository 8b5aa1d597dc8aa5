#pragma once

// Which ranks communicate: pure functions of this rank (`me`), the number of ranks, and the arguments. The
// runtime uses them, and so does code that predicts or checks its messages.

#include <loop/blocks.h>
#include <loop/chunks.h>
#include <loop/partners.h>

#include <cstdint>
#include <vector>

namespace loop::patterns {

// The partners of a call, and how many of those that its arguments name are left out: because they do not
// exist, are duplicates, or are the rank itself.
struct Pattern : Partners {
    long long dropped = 0;
    long long expected = 0; // how many of `dropped` are no mistake: at the ends of a chain, or if ranks is 1
};

// See <loop/partners.h>.
Pattern communicate(int me, int ranks, long long distance, long long partners);
Pattern exchange(int me, int ranks, long long distance, long long partners, bool ring);
Pattern multibcast0(int me, int ranks);
Pattern multibcast_me(int me, int ranks);
Pattern multibcast_alter(int me, int ranks);

// In a full h-relation, every rank sends h words and receives h words. h_relation_word() returns where rank
// `me` sends word i, i = 0 .. h - 1. Consecutive words go to the other ranks in turn, as in bspbench
// (Bisseling, Parallel Scientific Computation, sections 1.5 to 1.7). Each sender writes to its own part of
// the receiver's memory. A single rank sends to itself.
struct PlacedWord {
    int rank;
    long long index; // in the receiver's memory: word k of those from one sender is at sender + k * ranks
};
PlacedWord h_relation_word(int me, int ranks, long long i);
// Returns how many of the h words `from` sends to `to`.
long long h_relation_count(int from, int to, int ranks, long long h);

enum class TreeShape { Binary, Binomial };

// Positions in a tree of `ranks` nodes rooted at position 0.
int tree_parent(int position, TreeShape shape);                           // -1 for the root
std::vector<int> tree_children(int position, int ranks, TreeShape shape); // larger subtrees first
std::vector<int> tree_preorder(int position, int ranks,
                               TreeShape shape); // the subtree, starting with `position`

// A tree as rank `me` sees it. Position i of the tree is rank map[i]; an empty map is the identity.
struct TreeView {
    int parent;                          // rank, -1 at the root
    std::vector<int> children;           // ranks, larger subtrees first
    std::vector<int> subtree;            // ranks in preorder: `me`, then the subtree of each child
    std::vector<int> child_subtree_size; // number of ranks below and including each child
};
TreeView tree_view(int me, int ranks, TreeShape shape, const std::vector<int>& map);

} // namespace loop::patterns
