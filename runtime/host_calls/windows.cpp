// Creates windows for host code, so that MPI errors in a window are reported like those of any other call.
// The trace has begin and end of the calls. The calls that use a window are in one_sided.cpp.
#include "host_calls/call.h"
#include "host_calls/errors.h"
#include "session/simulation.h"

#include <loop/calls.h>

#define LOOP_WINDOW(Name, parameters, arguments)                                                             \
    static_assert(loop::call_info("MPI_" #Name).trace == loop::CallTrace::Entered);                          \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const loop::runtime::trace::HostCall call("MPI_" #Name);                                             \
        const int code = PMPI_##Name arguments;                                                              \
        if (code == MPI_SUCCESS && !loop::runtime::is_simulated)                                             \
            loop::runtime::watch_window_errors(*window);                                                     \
        return code;                                                                                         \
    }
LOOP_WINDOW(Win_create, (void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
            (base, bytes, unit, info, comm, window))
LOOP_WINDOW(Win_allocate,
            (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
            (bytes, unit, info, comm, base, window))
LOOP_WINDOW(Win_allocate_shared,
            (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
            (bytes, unit, info, comm, base, window))
LOOP_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* window), (info, comm, window))
