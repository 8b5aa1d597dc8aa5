#include "recording/checks.h"
#include "recording/recorder.h"
#include "recording/unknown_data.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/session.h>

#include <mpi.h>

#include <cstring>
#include <string>

// The MPI calls of host code that can be recorded; the file `parts` lists them, and LOOP refuses programs
// with others. Nothing is sent, and requests are complete at once. Of a datatype, only its size matters.

using namespace loop;
using namespace loop::runtime;
using namespace loop::recording;

namespace {

int global(const char* call, const Site& site, MPI_Comm comm, bool has_data = true) {
    require_all(comm, call, site);
    if (has_data) note_unknown_data(call, site);
    recording::record_call(call, site);
    return MPI_SUCCESS;
}

// What all ranks would receive if all of them gave the same as this one.
int copied(const void* from, void* into, int count, MPI_Datatype type) {
    if (from != MPI_IN_PLACE && from != nullptr && into != nullptr)
        std::memcpy(into, from, static_cast<std::size_t>(bytes_of(count, type)));
    return MPI_SUCCESS;
}

} // namespace

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

int MPI_Barrier(MPI_Comm comm) {
    return global("MPI_Barrier", LOOP_CALL_SITE, comm, false);
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm comm) {
    return global("MPI_Bcast", LOOP_CALL_SITE, comm);
}
int MPI_Reduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op, int, MPI_Comm comm) {
    global("MPI_Reduce", LOOP_CALL_SITE, comm);
    return copied(from, into, count, type);
}
int MPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op, MPI_Comm comm) {
    global("MPI_Allreduce", LOOP_CALL_SITE, comm);
    return copied(from, into, count, type);
}
int MPI_Scan(const void* from, void* into, int count, MPI_Datatype type, MPI_Op, MPI_Comm comm) {
    global("MPI_Scan", LOOP_CALL_SITE, comm);
    return copied(from, into, count, type);
}
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm comm) {
    return global("MPI_Gather", LOOP_CALL_SITE, comm);
}
int MPI_Scatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm comm) {
    return global("MPI_Scatter", LOOP_CALL_SITE, comm);
}
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm comm) {
    return global("MPI_Allgather", LOOP_CALL_SITE, comm);
}
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm comm) {
    return global("MPI_Alltoall", LOOP_CALL_SITE, comm);
}

} // extern "C"

MPI_Comm loop::communicator(Site site) {
    if (!among_all())
        fail(site, "loop::communicator", "MPI calls of host code inside \\AMONG cannot be counted",
             exit_run_failed);
    return MPI_COMM_WORLD;
}
