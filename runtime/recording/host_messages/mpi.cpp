#include "recording/checks.h"
#include "recording/recorder.h"
#include "recording/unknown_data.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

#include <mpi.h>

#include <cstdint>
#include <cstring>
#include <vector>

// Messages of host code by MPI. Nothing is sent, and requests are complete at once.

using namespace loop;
using namespace loop::recording;
using namespace loop::runtime;

namespace {

int send(const char* call, const Site& site, int count, MPI_Datatype type, int to, MPI_Comm comm,
         MPI_Request* request = nullptr) {
    require_all(comm, call, site);
    if (request != nullptr) *request = MPI_REQUEST_NULL;
    if (to == MPI_PROC_NULL) return MPI_SUCCESS;
    if (to < 0 || to >= the_session.ranks)
        fail(site, call, concat("sends to rank ", to, ", but ranks are 0 to ", the_session.ranks - 1),
             exit_run_failed);
    recording::record_own(call, site, to, bytes_of(count, type));
    return MPI_SUCCESS;
}

int receive(const char* call, const Site& site, int from, MPI_Comm comm, MPI_Status* status,
            MPI_Request* request = nullptr) {
    require_all(comm, call, site);
    if (request != nullptr) *request = MPI_REQUEST_NULL;
    if (from != MPI_PROC_NULL) note_unknown_data(call, site);
    if (status != MPI_STATUS_IGNORE) std::memset(status, 0, sizeof *status);
    return MPI_SUCCESS;
}

// A prepared send, whose request is its number.
struct Prepared {
    int count;
    MPI_Datatype type;
    int to;
    MPI_Comm comm;
};
Lasting<std::vector<Prepared>> prepared;
constexpr std::intptr_t first_request = 0x1000;

int prepare(int count, MPI_Datatype type, int to, MPI_Comm comm, MPI_Request* request) {
    *request =
        (MPI_Request)(first_request + static_cast<std::intptr_t>(prepared().size())); // a pointer or an int
    prepared().push_back({count, type, to, comm});
    return MPI_SUCCESS;
}

// Prepared receives send nothing.
int start(const Site& site, MPI_Request request) {
    const auto number = static_cast<std::size_t>((std::intptr_t)request - first_request);
    if (number >= prepared().size()) return MPI_SUCCESS;
    const Prepared& send_of = prepared()[number];
    return send("MPI_Start", site, send_of.count, send_of.type, send_of.to, send_of.comm);
}

} // namespace

extern "C" {

#define LOOP_SEND(name)                                                                                      \
    int name(const void*, int count, MPI_Datatype type, int to, int, MPI_Comm comm) {                        \
        return send(#name, LOOP_CALL_SITE, count, type, to, comm);                                           \
    }
LOOP_SEND(MPI_Send)
LOOP_SEND(MPI_Ssend)
LOOP_SEND(MPI_Bsend)
LOOP_SEND(MPI_Rsend)

#define LOOP_ISEND(name)                                                                                     \
    int name(const void*, int count, MPI_Datatype type, int to, int, MPI_Comm comm, MPI_Request* request) {  \
        return send(#name, LOOP_CALL_SITE, count, type, to, comm, request);                                  \
    }
LOOP_ISEND(MPI_Isend)
LOOP_ISEND(MPI_Issend)
LOOP_ISEND(MPI_Ibsend)
LOOP_ISEND(MPI_Irsend)

#define LOOP_SEND_INIT(name)                                                                                 \
    int name(const void*, int count, MPI_Datatype type, int to, int, MPI_Comm comm, MPI_Request* request) {  \
        return prepare(count, type, to, comm, request);                                                      \
    }
LOOP_SEND_INIT(MPI_Send_init)
LOOP_SEND_INIT(MPI_Ssend_init)
LOOP_SEND_INIT(MPI_Bsend_init)
LOOP_SEND_INIT(MPI_Rsend_init)

int MPI_Recv_init(void*, int, MPI_Datatype, int from, int, MPI_Comm comm, MPI_Request* request) {
    return receive("MPI_Recv_init", LOOP_CALL_SITE, from, comm, MPI_STATUS_IGNORE, request);
}
int MPI_Start(MPI_Request* request) {
    return start(LOOP_CALL_SITE, *request);
}
int MPI_Startall(int count, MPI_Request* requests) {
    for (int i = 0; i < count; ++i)
        start(LOOP_CALL_SITE, requests[i]);
    return MPI_SUCCESS;
}
int MPI_Request_free(MPI_Request* request) {
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

int MPI_Recv(void*, int, MPI_Datatype, int from, int, MPI_Comm comm, MPI_Status* status) {
    return receive("MPI_Recv", LOOP_CALL_SITE, from, comm, status);
}
int MPI_Irecv(void*, int, MPI_Datatype, int from, int, MPI_Comm comm, MPI_Request* request) {
    return receive("MPI_Irecv", LOOP_CALL_SITE, from, comm, MPI_STATUS_IGNORE, request);
}
int MPI_Sendrecv(const void*, int count, MPI_Datatype type, int to, int, void*, int, MPI_Datatype, int from,
                 int, MPI_Comm comm, MPI_Status* status) {
    send("MPI_Sendrecv", LOOP_CALL_SITE, count, type, to, comm);
    return receive("MPI_Sendrecv", LOOP_CALL_SITE, from, comm, status);
}
int MPI_Wait(MPI_Request*, MPI_Status* status) {
    if (status != MPI_STATUS_IGNORE) std::memset(status, 0, sizeof *status);
    return MPI_SUCCESS;
}
int MPI_Waitall(int count, MPI_Request*, MPI_Status* statuses) {
    if (statuses != MPI_STATUSES_IGNORE)
        std::memset(statuses, 0, static_cast<std::size_t>(count) * sizeof *statuses);
    return MPI_SUCCESS;
}

} // extern "C"
