#pragma once

// Which ranks communicate: pure functions of this rank (`me`), the number of ranks, and the arguments. The
// runtime uses them, and so does code that predicts or checks its messages.

#include <cstdint>
#include <vector>

namespace loop::patterns {

// `slot` is the index of the partner's slot in FROM and INTO. It counts all partners that the arguments name,
// also those that are dropped. For multibroadcasts, it is the partner's rank.
struct Partner {
    int rank;
    long long slot;
};

struct Pattern {
    std::vector<Partner> sends;    // in the order of sending
    std::vector<Partner> receives; // in the order of receiving
    long long dropped = 0;         // partners that do not exist, duplicates, and the rank itself
    long long expected = 0; // how many of `dropped` are no mistake: at the ends of a chain, or if ranks is 1
};

// Sends to (me + j distance) mod ranks and receives from (me - j distance) mod ranks, j = 1 .. partners.
Pattern communicate(int me, int ranks, long long distance, long long partners);

// Partners are me +- distance, me +- 2 distance, and so on. If `partners` is odd, ranks form blocks of
// m = (partners + 1) / 2 * distance. The last partner is me + m in even-numbered blocks, and me - m in
// odd-numbered ones.
Pattern exchange(int me, int ranks, long long distance, long long partners, bool ring);

Pattern multibcast0(int me, int ranks);      // sends 0, 1 ..; receives 0, 1 ..
Pattern multibcast_me(int me, int ranks);    // sends me+1, me+2 ..; receives 0, 1 ..
Pattern multibcast_alter(int me, int ranks); // step k: send to me+k, receive from me-k

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

// The passes of a \DEAL in chunks of `size` passes, of which the last one may be shorter.
struct Chunks {
    int passes;
    long long size; // at least 1

    long long count() const { return passes == 0 ? 0 : (passes - 1) / size + 1; }
    // The pass behind the chunk that begins with `first`.
    int end(int first) const { return size < passes - first ? first + static_cast<int>(size) : passes; }
};

// Block distribution: blocks of ceil(elements / ranks) elements; the last ones may be shorter or empty.
struct Block {
    long long begin;
    long long count;
};
Block block_of(int rank, int ranks, long long elements);

// Gives the same blocks as block_of, but divides only once for all of them.
class BlockDistribution {
public:
    BlockDistribution(int ranks, long long elements)
        : elements_(elements), share_(elements / ranks + (elements % ranks != 0 ? 1 : 0)) {}

    Block of(int rank) const {
        const long long begin = share_ * rank < elements_ ? share_ * rank : elements_;
        return {begin, share_ < elements_ - begin ? share_ : elements_ - begin};
    }

private:
    long long elements_;
    long long share_;
};

} // namespace loop::patterns
