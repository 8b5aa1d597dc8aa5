#pragma once

#include "comm/buffers.h"
#include "session/group.h"

#include <loop/patterns.h>

#include <cstddef>
#include <cstring>

namespace loop::runtime {

// A vector's block distribution, and the staging area that holds the blocks of a subtree in preorder, so that
// each child's subtree is one contiguous message. Leaves, and the root in messages to and from leaves, use
// the vector itself, without a copy.
class Blocks {
public:
    Blocks(void* data, long long elements, std::size_t element_bytes)
        : data_(static_cast<char*>(data)), distribution_(ranks_in_group(), elements),
          element_bytes_(element_bytes) {}

    char* begin(int rank) const {
        return data_ + static_cast<std::size_t>(block(rank).begin) * element_bytes_;
    }
    std::size_t bytes(int rank) const { return static_cast<std::size_t>(block(rank).count) * element_bytes_; }

    std::size_t bytes_of(const int* ranks, int count) const {
        std::size_t sum = 0;
        for (int i = 0; i < count; ++i)
            sum += bytes(ranks[i]);
        return sum;
    }

    std::size_t bytes_of(const patterns::TreeView& tree) const {
        return bytes_of(tree.subtree.data(), static_cast<int>(tree.subtree.size()));
    }

    // `memory`: for the staging area.
    char* staging(const patterns::TreeView& tree, Buffer& memory) const {
        return memory.reserve(1, bytes_of(tree) + 1);
    }

    // These copy between the staging area and the vector.
    void gather_into(char* staged, const int* ranks, int count) const {
        for (int i = 0; i < count; ++i) {
            std::memcpy(staged, begin(ranks[i]), bytes(ranks[i]));
            staged += bytes(ranks[i]);
        }
    }
    void scatter_from(const char* staged, const int* ranks, int count) const {
        for (int i = 0; i < count; ++i) {
            std::memcpy(begin(ranks[i]), staged, bytes(ranks[i]));
            staged += bytes(ranks[i]);
        }
    }

private:
    patterns::Block block(int rank) const { return distribution_.of(rank); }

    char* data_;
    patterns::BlockDistribution distribution_;
    std::size_t element_bytes_;
};

// The blocks of a child's subtree, and their place in the staging area.
struct Subtree {
    const int* ranks; // the child first
    int size;
    char* staged;
    std::size_t bytes;
};

template <class Visit>
void for_each_child(const patterns::TreeView& tree, const Blocks& blocks, char* staged, Visit visit) {
    const int* ranks = tree.subtree.data() + 1;
    staged += blocks.bytes(tree.subtree[0]);
    for (const int size : tree.child_subtree_size) {
        const std::size_t bytes = blocks.bytes_of(ranks, size);
        visit(Subtree{ranks, size, staged, bytes});
        staged += bytes;
        ranks += size;
    }
}

} // namespace loop::runtime
