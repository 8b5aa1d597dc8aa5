#pragma once

#include "session/machine.h"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace loop::runtime {

// Synchronising through memory that a node's ranks share, and between nodes by messages of their first ranks.
// For ranks that outnumber the cores: there a collective of MPI takes a time slice, or at best many a yield
// with progress on every peer, for each of its rounds. Only in the yielding way of waiting; native waits need
// nothing of this.

// Collective; tries to make the shared memory. False, on all ranks, where it cannot be made.
bool open_node(const std::vector<RankHome>& homes, MPI_Comm control);
void close_node();
bool node_is_open();

void synchronise_node();

// How to combine `bytes` at `from` into as many at `into`; `from` may be overwritten.
class Fold {
public:
    virtual void operator()(void* into, void* from, std::size_t bytes) const = 0;

protected:
    ~Fold() = default;
};

constexpr std::size_t node_piece_bytes = 4096; // what is combined at a time

// Combines the data of all ranks, in the order of nodes and of ranks on a node, into root's `data`;
// elsewhere it stays as it is. Pieces of whole elements: `element_bytes` is at most node_piece_bytes.
void combine_over_nodes(void* data, std::size_t bytes, std::size_t element_bytes, int root, const Fold& fold);

} // namespace loop::runtime
