#include "comm/synchronise.h"

#include "comm/waiting.h"

namespace loop::runtime {

void synchronise(MPI_Comm comm) {
    if (the_session.yielding) return synchronise_yielding(comm);
    check_mpi(MPI_Barrier(comm), "synchronising");
}

void broadcast(void* data, int bytes, int root, MPI_Comm comm) {
    if (!the_session.yielding) return check_mpi(MPI_Bcast(data, bytes, MPI_BYTE, root, comm), "broadcasting");
    MPI_Request request;
    check_mpi(MPI_Ibcast(data, bytes, MPI_BYTE, root, comm, &request), "broadcasting");
    wait_yielding(request, "broadcasting");
}

void reduce(void* data, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
    const bool at_root = the_session.rank == root;
    const void* from = at_root ? MPI_IN_PLACE : data;
    void* into = at_root ? data : nullptr;
    if (!the_session.yielding) {
        return check_mpi(MPI_Reduce(from, into, count, type, op, root, comm), "combining");
    }
    MPI_Request request;
    check_mpi(MPI_Ireduce(from, into, count, type, op, root, comm, &request), "combining");
    wait_yielding(request, "combining");
}

void synchronise_yielding(MPI_Comm comm) {
    MPI_Request request;
    check_mpi(MPI_Ibarrier(comm, &request), "synchronising");
    wait_yielding(request, "synchronising");
}

void allgather_yielding(const void* own, int bytes, void* all, MPI_Comm comm) {
    MPI_Request request;
    check_mpi(MPI_Iallgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, comm, &request), "gathering");
    wait_yielding(request, "gathering");
}

MPI_Comm duplicate_yielding(MPI_Comm comm) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;
    check_mpi(MPI_Comm_idup(comm, &copy, &request), "opening a channel");
    wait_yielding(request, "opening a channel");
    check_mpi(MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN), "opening a channel");
    return copy;
}

} // namespace loop::runtime
