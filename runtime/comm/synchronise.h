#pragma once

#include <mpi.h>

namespace loop::runtime {

// Collectives of the runtime; only this file calls them, and they wait as the session does. If ranks yield,
// they use memory that the ranks of a node share, if it could be created (comm/node/node.h). All ranks must
// call them in the same order.

void synchronise(MPI_Comm comm);
void broadcast(void* data, int bytes, int root, MPI_Comm comm);
// Only the root has the result, in `data`.
void reduce(void* data, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);

} // namespace loop::runtime
