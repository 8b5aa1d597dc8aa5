// Windows that host text makes: what MPI says of an error in one is told like that of any other call.
// The trace has begin and end of the calls; those that use a window are in one_sided.cpp.
#include "host_calls/call.h"
#include "host_calls/errors.h"
#include "session/simulation.h"

using namespace loop::runtime::trace;

namespace {

int watched(int code, const MPI_Win* window) {
    if (code == MPI_SUCCESS && !loop::runtime::is_simulated) loop::runtime::watch_window_errors(*window);
    return code;
}

} // namespace

LOOP_HOST_CALL int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                                  MPI_Win* window) {
    const HostCall call(recording() ? "MPI_Win_create" : nullptr);
    return watched(PMPI_Win_create(base, bytes, unit, info, comm, window), window);
}
LOOP_HOST_CALL int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                                    MPI_Win* window) {
    const HostCall call(recording() ? "MPI_Win_allocate" : nullptr);
    return watched(PMPI_Win_allocate(bytes, unit, info, comm, base, window), window);
}
LOOP_HOST_CALL int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                                           MPI_Win* window) {
    const HostCall call(recording() ? "MPI_Win_allocate_shared" : nullptr);
    return watched(PMPI_Win_allocate_shared(bytes, unit, info, comm, base, window), window);
}
LOOP_HOST_CALL int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* window) {
    const HostCall call(recording() ? "MPI_Win_create_dynamic" : nullptr);
    return watched(PMPI_Win_create_dynamic(info, comm, window), window);
}
