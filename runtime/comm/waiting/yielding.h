#pragma once

#include <mpi.h>

namespace loop::runtime {

// Waits that always test and yield, for the begin and end of a session, when ranks have not agreed on how to
// wait.

void wait_yielding(MPI_Request& request, const char* what);

// Collective.
void synchronise_yielding(MPI_Comm comm);
void allgather_yielding(const void* own, int bytes, void* all, MPI_Comm comm);
MPI_Comm duplicate_yielding(MPI_Comm comm);

} // namespace loop::runtime
