#pragma once

namespace loop::runtime {

bool mpi_is_up(); // initialised and not finalised

// True if MPI was not initialised before: then it is ours to finalise.
bool initialise_mpi();

} // namespace loop::runtime
