#pragma once

#include <mpi.h>

namespace loop::runtime {

// The communicator of the kernels, so that their messages never match those of a construct. Created
// collectively by the first kernel of a program.
MPI_Comm kernel_channel();

// Registers a function that releases what a kernel keeps between calls. It is called collectively, before
// MPI_Finalize.
void release_at_close(void (*release)());

// Collective; to be called before MPI_Finalize, even if no kernel has run.
void release_kernels();

} // namespace loop::runtime
