#pragma once

#include <mpi.h>

#include <string>

namespace loop::runtime {

// MPI reports some errors of a construct's messages (those of MPI_Waitall) to MPI_COMM_WORLD, whose handler
// would end the program without LOOP's message. After this call, errors inside constructs return, and errors
// in host code end the run with a message that names the call. A handler that host code has set is kept.
void watch_mpi_errors();
// The same for a window that host code has created: windows do not inherit the handler of their communicator.
void watch_window_errors(MPI_Win window);

// Ends the run at an MPI call of host code, for example "MPI_Scan", with this reason.
[[noreturn]] void fail_call(const char* name, const std::string& reason);

} // namespace loop::runtime
