#pragma once

#include "comm/node/layout.h"

#include <mpi.h>

#include <cstddef>

namespace loop::runtime {

// Zeroed memory that the ranks of each node share, `bytes` (the same all over a node). It has no name: an
// anonymous file of the node's first rank that the others reach through /proc, so that nothing is left behind
// however a run ends. Collective over `comm`, waits by testing and yielding. Null, and then on every rank,
// where some node cannot make it: no such files, no /proc, or ranks that only seem to share a host.
char* open_node_memory(const NodeLayout& layout, std::size_t bytes, MPI_Comm comm);
void close_node_memory(char* memory, std::size_t bytes);

} // namespace loop::runtime
