#include "recording/checks.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/session.h>

#include <mpi.h>

// The MPI calls of host code that can be recorded and do not communicate; the file `parts` lists all of them,
// and LOOP refuses programs with others.

using namespace loop;
using namespace loop::runtime;
using namespace loop::recording;

extern "C" {

int MPI_Init(int*, char***) {
    return MPI_SUCCESS;
}
int MPI_Init_thread(int*, char***, int required, int* provided) {
    *provided = required;
    return MPI_SUCCESS;
}
int MPI_Initialized(int* flag) {
    *flag = the_session.stage == Stage::Before ? 0 : 1;
    return MPI_SUCCESS;
}
int MPI_Finalize() {
    return MPI_SUCCESS;
}
int MPI_Finalized(int* flag) {
    *flag = 0;
    return MPI_SUCCESS;
}
double MPI_Wtime() {
    return 0;
}
int MPI_Comm_rank(MPI_Comm comm, int* rank) {
    require_all(comm, "MPI_Comm_rank", LOOP_CALL_SITE);
    if (the_session.stage == Stage::Before)
        fail(LOOP_CALL_SITE, "MPI_Comm_rank",
             "a program that asks for its rank before \\OPEN0 cannot be counted", exit_run_failed);
    *rank = the_session.rank;
    return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm comm, int* ranks) {
    require_all(comm, "MPI_Comm_size", LOOP_CALL_SITE);
    *ranks = the_session.ranks;
    return MPI_SUCCESS;
}

} // extern "C"

MPI_Comm loop::communicator(Site site) {
    if (!among_all())
        fail(site, "loop::communicator", "MPI calls of host code inside \\AMONG cannot be counted",
             exit_run_failed);
    return MPI_COMM_WORLD;
}
