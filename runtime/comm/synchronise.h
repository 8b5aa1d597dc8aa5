#pragma once

#include <mpi.h>

namespace loop::runtime {

// The runtime's own collectives. They wait as the session does: blocking, or testing and yielding. If ranks
// yield, synchronise() and reduce() use the memory that the ranks of a node share, if there is any
// (comm/node/node.h). All ranks of the present group must
// call them in the same order, with the group's communicator (session/group.h).

void synchronise(MPI_Comm comm);
void broadcast(void* data, int bytes, int root, MPI_Comm comm);
// Only the root has the result, in `data`.
void reduce(void* data, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);

} // namespace loop::runtime
