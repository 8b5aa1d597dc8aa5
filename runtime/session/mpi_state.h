#pragma once

#include <mpi.h>

namespace loop::runtime {

bool mpi_has_begun(); // MPI_Init was called: it may be at work, have failed, or be done, perhaps finalised since
bool mpi_is_up();     // initialised and not finalised

void begin_mpi(); // MPI_Init

// MPICH's launcher waits for ever for the others of a rank that has ended before its MPI_Init; others notice.
#ifdef MPICH_VERSION
constexpr bool launcher_waits_for_start = true;
#else
constexpr bool launcher_waits_for_start = false;
#endif

// True if MPI was not initialised before: then it is ours to finalise.
bool initialise_mpi();

// Where other threads than the first may call MPI, the status file says how many of the process's threads are
// not the program's: MPI's own, and `ours`. Again when there are more.
void tell_threads(int ours);

// MPI reports some errors of a construct's messages (those of MPI_Waitall) to MPI_COMM_WORLD, whose handler
// would end the program without our message: from now on errors inside constructs return, and those of host
// text end the run with a message that says where it was. A handler that host text has set stays.
void watch_mpi_errors();
// The same of a window that host text has made: windows do not take over the handler of their communicator.
void watch_window_errors(MPI_Win window);

} // namespace loop::runtime
