#include "session/mpi_state.h"

#include "session/failure.h"
#include "session/status.h"

#include <mpi.h>

#include <string>

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

namespace {

void on_mpi_error(MPI_Comm*, int* code, ...) {
    const RankPlace place = place_of(*the_status);
    if (place.inside) return; // the construct looks at the code itself
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(*code, text, &length);
    fail(Site{"", 0}, "",
         "an MPI call of the host text after " + display_name(place.construct) + " in line " +
             std::to_string(place.line) + " failed (" + text + ")",
         exit_run_failed);
}

} // namespace

void watch_mpi_errors() {
    MPI_Errhandler ours;
    MPI_Comm_create_errhandler(on_mpi_error, &ours);
    for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
        MPI_Errhandler current;
        MPI_Comm_get_errhandler(comm, &current);
        if (current == MPI_ERRORS_ARE_FATAL) {
            MPI_Comm_set_errhandler(comm, ours);
        } else {
            MPI_Errhandler_free(&current);
        }
    }
    MPI_Errhandler_free(&ours);
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
