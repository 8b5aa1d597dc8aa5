#pragma once

namespace loop::runtime {

// Ends the program with a message if it has loaded another MPI library than that of LOOP: its calls would
// reach functions of a library that it was not compiled for. To be called before MPI_Init.
void require_same_mpi_library();

} // namespace loop::runtime
