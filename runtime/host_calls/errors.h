#pragma once

#include <mpi.h>

namespace loop::runtime {

// MPI reports some errors of a construct's messages (those of MPI_Waitall) to MPI_COMM_WORLD, whose handler
// would end the program without our message: from now on errors inside constructs return, and those of host
// text end the run with a message that says where it was. A handler that host code has set stays.
void watch_mpi_errors();
// The same of a window that host code has made: windows do not take over the handler of their communicator.
void watch_window_errors(MPI_Win window);

} // namespace loop::runtime
