#include "recording/checks.h"
#include "recording/recorder.h"
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

constexpr char world[] = "MPI_COMM_WORLD";
constexpr int most_tags_tried = 4; // in place of MPI_ANY_TAG

void require_tag(const char* call, const Site& site, int tag) {
    if (tag < 0) fail(site, call, concat("the tag is ", tag, "; it must not be negative"), exit_run_failed);
}

int send(const char* call, const Site& site, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
         MPI_Request* request = nullptr) {
    require_all(comm, call, site);
    if (request != nullptr) *request = MPI_REQUEST_NULL;
    if (to == MPI_PROC_NULL) return MPI_SUCCESS;
    if (to < 0 || to >= the_session.ranks)
        fail(site, call, concat("sends to rank ", to, ", but ranks are 0 to ", the_session.ranks - 1),
             exit_run_failed);
    require_tag(call, site, tag);
    recording::record_own(call, site, to, bytes_of(count, type));
    record_endpoint(call, site, {true, world, to, tag});
    return MPI_SUCCESS;
}

// What a receive names. MPI_ANY_SOURCE and MPI_ANY_TAG stand for what only the message tells.
struct Source {
    int from, tag;
};

void tell_status(MPI_Status* status, const Source& source) {
    if (status == MPI_STATUS_IGNORE) return;
    std::memset(status, 0, sizeof *status);
    status->MPI_SOURCE = source.from == MPI_ANY_SOURCE ? arriving_choice(the_session.ranks) : source.from;
    status->MPI_TAG = source.tag == MPI_ANY_TAG ? arriving_choice(most_tags_tried) : source.tag;
}

int receive(const char* call, const Site& site, const Arrival& arrival, const Source& source, MPI_Comm comm,
            MPI_Status* status) {
    require_all(comm, call, site);
    if (source.from >= the_session.ranks)
        fail(site, call,
             concat("receives from rank ", source.from, ", but ranks are 0 to ", the_session.ranks - 1),
             exit_run_failed);
    if (source.tag != MPI_ANY_TAG) require_tag(call, site, source.tag);
    if (source.from != MPI_PROC_NULL) {
        record_endpoint(call, site,
                        {false, world, source.from == MPI_ANY_SOURCE ? Endpoint::any : source.from,
                         source.tag == MPI_ANY_TAG ? Endpoint::any : source.tag});
        arrive(call, site, arrival);
    }
    tell_status(status, source);
    return MPI_SUCCESS;
}

// A prepared message, whose request is its number.
struct Prepared {
    void* into; // of a receive
    int count;
    MPI_Datatype type;
    int partner, tag;
    MPI_Comm comm;
    bool is_send;
};
Lasting<std::vector<Prepared>> prepared;
constexpr std::intptr_t first_request = 0x1000;

int prepare(const Prepared& message, MPI_Request* request) {
    *request =
        (MPI_Request)(first_request + static_cast<std::intptr_t>(prepared().size())); // a pointer or an int
    prepared().push_back(message);
    return MPI_SUCCESS;
}

int start(const Site& site, MPI_Request request) {
    const auto number = static_cast<std::size_t>((std::intptr_t)request - first_request);
    if (number >= prepared().size()) return MPI_SUCCESS;
    const Prepared& of = prepared()[number];
    if (of.is_send) return send("MPI_Start", site, of.count, of.type, of.partner, of.tag, of.comm);
    return receive("MPI_Start", site, arrival_of(of.into, of.count, of.type), {of.partner, of.tag}, of.comm,
                   MPI_STATUS_IGNORE);
}

} // namespace

extern "C" {

#define LOOP_SEND(name)                                                                                      \
    int name(const void*, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {                    \
        return send(#name, LOOP_CALL_SITE, count, type, to, tag, comm);                                      \
    }
LOOP_SEND(MPI_Send)
LOOP_SEND(MPI_Ssend)
LOOP_SEND(MPI_Bsend)
LOOP_SEND(MPI_Rsend)

#define LOOP_ISEND(name)                                                                                     \
    int name(const void*, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,                      \
             MPI_Request* request) {                                                                         \
        return send(#name, LOOP_CALL_SITE, count, type, to, tag, comm, request);                             \
    }
LOOP_ISEND(MPI_Isend)
LOOP_ISEND(MPI_Issend)
LOOP_ISEND(MPI_Ibsend)
LOOP_ISEND(MPI_Irsend)

#define LOOP_SEND_INIT(name)                                                                                 \
    int name(const void*, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,                      \
             MPI_Request* request) {                                                                         \
        return prepare({nullptr, count, type, to, tag, comm, true}, request);                                \
    }
LOOP_SEND_INIT(MPI_Send_init)
LOOP_SEND_INIT(MPI_Ssend_init)
LOOP_SEND_INIT(MPI_Bsend_init)
LOOP_SEND_INIT(MPI_Rsend_init)

int MPI_Recv_init(void* into, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
    return prepare({into, count, type, from, tag, comm, false}, request);
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

int MPI_Recv(void* into, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
    return receive("MPI_Recv", LOOP_CALL_SITE, arrival_of(into, count, type), {from, tag}, comm, status);
}
int MPI_Irecv(void* into, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
    *request = MPI_REQUEST_NULL;
    return receive("MPI_Irecv", LOOP_CALL_SITE, arrival_of(into, count, type), {from, tag}, comm,
                   MPI_STATUS_IGNORE);
}
int MPI_Sendrecv(const void*, int sent, MPI_Datatype sent_type, int to, int sent_tag, void* into, int count,
                 MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
    send("MPI_Sendrecv", LOOP_CALL_SITE, sent, sent_type, to, sent_tag, comm);
    return receive("MPI_Sendrecv", LOOP_CALL_SITE, arrival_of(into, count, type), {from, tag}, comm, status);
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
