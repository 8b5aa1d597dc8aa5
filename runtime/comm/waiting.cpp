#include "comm/waiting.h"

namespace loop::runtime {

void wait_yielding(MPI_Request& request, const char* what) {
    for (int done = 0; done == 0;) {
        check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), what);
        if (done == 0) sched_yield();
    }
}

void progress() {
    int found = 0;
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, the_session.control, &found, MPI_STATUS_IGNORE),
              "waiting");
}

void wait_all_yielding(int count, MPI_Request* requests, MPI_Status* statuses) {
    for (int done = 0; done == 0;) {
        const int code = MPI_Testall(count, requests, &done, statuses);
        if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
        if (done == 0) sched_yield();
    }
}

void fail_receive(int mpi_code, int source) {
    fail_mpi(mpi_code,
             source >= 0 ? "the message from rank " + std::to_string(source) : std::string("a message"));
}

void fail_wait(int mpi_code, int count, const MPI_Status* statuses) {
    int error_class = 0;
    MPI_Error_class(mpi_code, &error_class);
    if (error_class != MPI_ERR_IN_STATUS) fail_mpi(mpi_code, "completing a message");
    for (int i = 0; i < count; ++i) {
        int status_class = 0;
        MPI_Error_class(statuses[i].MPI_ERROR, &status_class);
        if (status_class == MPI_SUCCESS || status_class == MPI_ERR_PENDING) continue;
        fail_receive(statuses[i].MPI_ERROR, statuses[i].MPI_SOURCE);
    }
    fail_mpi(mpi_code, "completing messages");
}

} // namespace loop::runtime
