#pragma once

#include "comm/node/layout.h"

#include <mpi.h>

#include <cstddef>

namespace loop::runtime {

// Returns zeroed memory that the ranks of each node share; `bytes` is the same on all ranks of a node. It is
// an anonymous file of the node's first rank, which the others open through /proc, so nothing remains however
// a run ends. Collective over `comm`; waits by testing and yielding. Returns null on every rank if some node
// cannot create it: no anonymous files, no /proc, or ranks that only seem to share a host.
char* open_node_memory(const NodeLayout& layout, std::size_t bytes, MPI_Comm comm);
void close_node_memory(char* memory, std::size_t bytes);

} // namespace loop::runtime
