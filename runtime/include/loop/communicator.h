#pragma once

#include <loop/site.h>

#include <mpi.h>

namespace loop {

// The communicator of the ranks among which constructs communicate, for MPI calls of host code, whose
// messages never meet those of constructs: MPI_COMM_WORLD, or inside \AMONG one for the group, in which ranks
// have the same numbers as loop::me(). LOOP frees it. Inside \AMONG, the first call is collective over the
// group, and not measured; otherwise local.
MPI_Comm communicator(Site site = Site::here());

} // namespace loop
