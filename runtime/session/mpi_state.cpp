#include "session/mpi_state.h"

#include "session/status.h"

#include <mpi.h>

namespace loop::runtime {

bool mpi_is_up() {
    int initialised = 0;
    int finalised = 0;
    MPI_Initialized(&initialised);
    MPI_Finalized(&finalised);
    return initialised != 0 && finalised == 0;
}

bool initialise_mpi() {
    int initialised = 0;
    MPI_Initialized(&initialised);
    if (initialised != 0) return false;
    MPI_Init(nullptr, nullptr);
    return true;
}

} // namespace loop::runtime

// Host text may call these itself, through the profiling interface they are ours. MPI_Init after \OPEN0 and
// MPI_Finalize after \CLOSE0 do nothing more; MPI_Abort leaves its code behind, and since launchers pass on
// the low eight bits only, a code outside 1 .. 255, which could look like success, becomes 1.
extern "C" {

int MPI_Init(int* argc, char*** argv) {
    int initialised = 0;
    PMPI_Initialized(&initialised);
    return initialised != 0 ? MPI_SUCCESS : PMPI_Init(argc, argv);
}

int MPI_Finalize() {
    int finalised = 0;
    PMPI_Finalized(&finalised);
    return finalised != 0 ? MPI_SUCCESS : PMPI_Finalize();
}

int MPI_Abort(MPI_Comm comm, int code) {
    loop::runtime::end_status(loop::RankState::Aborted, code);
    return PMPI_Abort(comm, code >= 1 && code <= 255 ? code : 1);
}

} // extern "C"
