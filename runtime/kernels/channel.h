#pragma once

#include <mpi.h>

namespace loop::runtime {

// The communicator of the kernels, so that none of their messages meets one of a construct. Made by the first
// kernel of a program, by all ranks.
MPI_Comm kernel_channel();

// What a kernel keeps from call to call is released by this, collectively, before MPI_Finalize.
void release_at_close(void (*release)());

// Collective; before MPI_Finalize, whether there was a kernel or not.
void release_kernels();

} // namespace loop::runtime
