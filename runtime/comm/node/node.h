#pragma once

#include "session/machine.h"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace loop::runtime {

// Synchronizes ranks through memory that they share on a node, and through messages between the first ranks
// of the nodes. Used only if ranks yield while they wait. Ranks then usually outnumber cores, so each round
// of an MPI collective takes a time slice, or at best many yields and MPI tests. Not for native waits.

// Collective; tries to create the shared memory. Returns false on all ranks if it cannot be created.
bool open_node(const std::vector<RankHome>& homes, MPI_Comm control);
void close_node();
bool node_is_open();

void synchronize_node();

// Combines `bytes` bytes at `from` into the bytes at `into`; may overwrite `from`.
class Fold {
public:
    virtual void operator()(void* into, void* from, std::size_t bytes) const = 0;

protected:
    ~Fold() = default;
};

constexpr std::size_t node_piece_bytes = 4096; // max bytes combined at a time

// Combines the data of all ranks, in the order of nodes and of the ranks on a node, into root's `data`;
// `data` on other ranks does not change. Pieces contain whole elements, so `element_bytes` is at most
// node_piece_bytes.
void combine_over_nodes(void* data, std::size_t bytes, std::size_t element_bytes, int root, const Fold& fold);

} // namespace loop::runtime
