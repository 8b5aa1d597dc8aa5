#include "comm/waiting/yielding.h"

#include "comm/waiting/waiting.h"
#include "session/simulation.h"

namespace loop::runtime {

void wait_yielding(MPI_Request& request, const char* what) {
    const Waits waits(waits_for_everyone);
    test_until([&] {
        int done = 0;
        check_mpi(PMPI_Test(&request, &done, MPI_STATUS_IGNORE), what);
        return done != 0;
    });
}

void synchronise_yielding(MPI_Comm comm) {
    if (is_simulated) {
        const Waits waits(waits_for_everyone);
        return check_mpi(PMPI_Barrier(comm), "synchronizing");
    }
    MPI_Request request;
    check_mpi(PMPI_Ibarrier(comm, &request), "synchronizing");
    wait_yielding(request, "synchronizing");
}

void allgather_yielding(const void* own, int bytes, void* all, MPI_Comm comm) {
    MPI_Request request;
    check_mpi(PMPI_Iallgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, comm, &request), "gathering");
    wait_yielding(request, "gathering");
}

MPI_Comm duplicate_yielding(MPI_Comm comm) {
    MPI_Comm copy = MPI_COMM_NULL;
    if (is_simulated) {
        const Waits waits(waits_for_everyone);
        check_mpi(PMPI_Comm_dup(comm, &copy), "opening a channel");
    } else {
        MPI_Request request;
        check_mpi(PMPI_Comm_idup(comm, &copy, &request), "opening a channel");
        wait_yielding(request, "opening a channel");
    }
    check_mpi(PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN), "opening a channel");
    return copy;
}

} // namespace loop::runtime
