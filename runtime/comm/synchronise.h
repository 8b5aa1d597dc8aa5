#pragma once

#include <mpi.h>

namespace loop::runtime {

// How ranks synchronise: the only place that calls collectives, each in the session's way of waiting. Where
// that is to yield they go through memory that a node's ranks share, if it could be made (comm/node/node.h).
// All ranks take part, in the same order.

void synchronise(MPI_Comm comm);
void broadcast(void* data, int bytes, int root, MPI_Comm comm);
// The result is in `data` at the root only.
void reduce(void* data, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);

} // namespace loop::runtime
