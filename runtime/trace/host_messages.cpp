// Point to point, as far as it begins here; what completes later is in host_completions.cpp.
#include "trace/host_call.h"
#include "trace/host_wait.h"
#include "trace/requests.h"

using namespace loop::runtime::trace;

namespace {

void remember_send(const HostCall& call, MPI_Comm comm, int to, int tag, MPI_Request* request) {
    if (!call.is_recorded()) return;
    Begun begun;
    begun.what = Begun::What::Send;
    begun.comm = comm;
    begun.partner = to;
    begun.tag = tag;
    remember_request(*request, begun);
}

Begun receive_begun(MPI_Comm comm, int source, int tag) {
    Begun begun;
    begun.what = Begun::What::Receive;
    begun.comm = comm;
    begun.partner = source;
    begun.tag = tag;
    return begun;
}

// Idle until the message is there, which `receive` then takes. It always gets a status of its own: that tells
// what came.
template <class Receive>
int receive_recorded(const HostCall& call, MPI_Comm comm, int source, int tag, MPI_Status* status,
                     Receive receive) {
    if (!call.is_recorded()) return receive(status);
    Waiting waiting;
    if (!has_arrived(comm, source, tag)) waiting.begin(find_channel(comm)->world(source));
    MPI_Status own;
    MPI_Status* const at = status == MPI_STATUS_IGNORE ? &own : status;
    const int code = receive(at);
    if (code == MPI_SUCCESS && is_message(*at)) {
        waiting.received(received_message(comm, *at));
    } else {
        waiting.end();
    }
    return code;
}

} // namespace

#define LOOP_SEND(Name)                                                                                      \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm) {                                                           \
        tell_sent(comm, to, tag);                                                                            \
        const LOOP_WAITS(Name, comm, to, count, tag, type);                                                  \
        if (!recording()) return PMPI_##Name(data, count, type, to, tag, comm);                                     \
        HostCall call("MPI_" #Name);                                                                         \
        const int code = PMPI_##Name(data, count, type, to, tag, comm);                                      \
        if (code == MPI_SUCCESS) call.sent(comm, to, tag, bytes_of(count, type));                            \
        return code;                                                                                         \
    }
LOOP_SEND(Send)
LOOP_SEND(Bsend)
LOOP_SEND(Ssend)
LOOP_SEND(Rsend)

#define LOOP_ISEND(Name)                                                                                     \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm, MPI_Request* request) {                                     \
        tell_sent(comm, to, tag);                                                                            \
        if (!recording()) return PMPI_##Name(data, count, type, to, tag, comm, request);                            \
        HostCall call("MPI_" #Name);                                                                         \
        const int code = PMPI_##Name(data, count, type, to, tag, comm, request);                             \
        if (code != MPI_SUCCESS) return code;                                                                \
        call.sent(comm, to, tag, bytes_of(count, type));                                                     \
        remember_send(call, comm, to, tag, request);                                                         \
        return code;                                                                                         \
    }
LOOP_ISEND(Isend)
LOOP_ISEND(Ibsend)
LOOP_ISEND(Issend)
LOOP_ISEND(Irsend)

#define LOOP_SEND_INIT(Name)                                                                                 \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm, MPI_Request* request) {                                     \
        const int code = PMPI_##Name(data, count, type, to, tag, comm, request);                             \
        if (!recording() || !is_recording_thread() || code != MPI_SUCCESS || to == MPI_PROC_NULL) return code;      \
        Begun begun = receive_begun(comm, to, tag);                                                          \
        begun.what = Begun::What::Send;                                                                      \
        begun.bytes = bytes_of(count, type);                                                                 \
        begun.persistent = true;                                                                             \
        begun.active = false;                                                                                \
        remember_request(*request, begun);                                                                   \
        return code;                                                                                         \
    }
LOOP_SEND_INIT(Send_init)
LOOP_SEND_INIT(Bsend_init)
LOOP_SEND_INIT(Ssend_init)
LOOP_SEND_INIT(Rsend_init)

LOOP_HOST_CALL int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                            MPI_Status* status) {
    const LOOP_WAITS(Recv, comm, from, count, tag, type);
    if (!recording()) return PMPI_Recv(data, count, type, from, tag, comm, status);
    HostCall call("MPI_Recv");
    return receive_recorded(call, comm, from, tag, status, [&](MPI_Status* at) {
        return PMPI_Recv(data, count, type, from, tag, comm, at);
    });
}

LOOP_HOST_CALL int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                                void* in, int in_count, MPI_Datatype in_type, int from, int in_tag,
                                MPI_Comm comm, MPI_Status* status) {
    tell_sent(comm, to, out_tag);
    const LOOP_WAITS(Sendrecv, comm, from, in_count, in_tag, in_type);
    if (!recording())
        return PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm,
                             status);
    HostCall call("MPI_Sendrecv");
    return receive_recorded(call, comm, from, in_tag, status, [&](MPI_Status* at) {
        const int code = PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from,
                                       in_tag, comm, at);
        if (code == MPI_SUCCESS) call.sent(comm, to, out_tag, bytes_of(out_count, out_type));
        return code;
    });
}

LOOP_HOST_CALL int MPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int to, int out_tag,
                                        int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
    tell_sent(comm, to, out_tag);
    const LOOP_WAITS(Sendrecv_replace, comm, from, count, in_tag, type);
    if (!recording()) return PMPI_Sendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, status);
    HostCall call("MPI_Sendrecv_replace");
    return receive_recorded(call, comm, from, in_tag, status, [&](MPI_Status* at) {
        const int code = PMPI_Sendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, at);
        if (code == MPI_SUCCESS) call.sent(comm, to, out_tag, bytes_of(count, type));
        return code;
    });
}

LOOP_HOST_CALL int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                             MPI_Request* request) {
    if (!recording()) return PMPI_Irecv(data, count, type, from, tag, comm, request);
    HostCall call("MPI_Irecv");
    const int code = PMPI_Irecv(data, count, type, from, tag, comm, request);
    if (code != MPI_SUCCESS || from == MPI_PROC_NULL) return code;
    call.posted(comm, from, tag, bytes_of(count, type));
    if (call.is_recorded()) remember_request(*request, receive_begun(comm, from, tag));
    return code;
}

LOOP_HOST_CALL int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                                 MPI_Request* request) {
    const int code = PMPI_Recv_init(data, count, type, from, tag, comm, request);
    if (!recording() || !is_recording_thread() || code != MPI_SUCCESS || from == MPI_PROC_NULL) return code;
    Begun begun = receive_begun(comm, from, tag);
    begun.bytes = bytes_of(count, type);
    begun.persistent = true;
    begun.active = false;
    remember_request(*request, begun);
    return code;
}

namespace {

void started(HostCall& call, MPI_Request request) {
    Begun* const begun = call.is_recorded() ? find_request(request) : nullptr;
    if (begun == nullptr) return;
    begun->active = true;
    if (begun->what == Begun::What::Send) call.sent(begun->comm, begun->partner, begun->tag, begun->bytes);
    if (begun->what == Begun::What::Receive)
        call.posted(begun->comm, begun->partner, begun->tag, begun->bytes);
}

} // namespace

LOOP_HOST_CALL int MPI_Start(MPI_Request* request) {
    if (!recording()) return PMPI_Start(request);
    HostCall call("MPI_Start");
    const int code = PMPI_Start(request);
    if (code == MPI_SUCCESS) started(call, *request);
    return code;
}

LOOP_HOST_CALL int MPI_Startall(int count, MPI_Request* requests) {
    if (!recording()) return PMPI_Startall(count, requests);
    HostCall call("MPI_Startall");
    const int code = PMPI_Startall(count, requests);
    for (int i = 0; code == MPI_SUCCESS && i < count; ++i)
        started(call, requests[i]);
    return code;
}

LOOP_HOST_CALL int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* status) {
    const LOOP_WAITS(Probe, comm, from, 0, tag, MPI_DATATYPE_NULL);
    if (!recording()) return PMPI_Probe(from, tag, comm, status);
    HostCall call("MPI_Probe");
    Waiting waiting;
    if (call.is_recorded() && !has_arrived(comm, from, tag)) waiting.begin(find_channel(comm)->world(from));
    const int code = PMPI_Probe(from, tag, comm, status);
    waiting.end();
    return code;
}

LOOP_HOST_CALL int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
    if (!recording()) return PMPI_Iprobe(from, tag, comm, found, status);
    HostCall call("MPI_Iprobe");
    const int code = PMPI_Iprobe(from, tag, comm, found, status);
    if (code == MPI_SUCCESS && *found == 0) call.is_fruitless();
    return code;
}
