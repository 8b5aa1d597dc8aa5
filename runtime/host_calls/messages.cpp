// Point-to-point calls that start messages; completions.cpp completes them.
#include "host_calls/broken_rules.h"
#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/logged.h"
#include "host_calls/requests.h"
#include "host_calls/strict.h"
#include "host_calls/wait.h"
#include "session/handling.h"
#include "trace/call_counts.h"

using namespace loop::runtime::trace;

namespace {

constexpr loop::BufferRole Data = loop::BufferRole::Data;

// Returns whether the buffer of a message to or from `partner` is good, as far as is known.
bool check_message(const CalledAt& at, loop::BufferRole role, const void* data, int count, MPI_Datatype type,
                   int partner) {
    return partner == MPI_PROC_NULL || check_use(at, role, data, count, type);
}

Begun message_begun(loop::WaitKind kind, Begun::What what, MPI_Comm comm, int partner, int tag,
                    const void* caller) {
    Begun begun;
    begun.what = what;
    begun.kind = kind;
    begun.comm = comm;
    begun.partner = partner;
    begun.tag = tag;
    begun.address = loop::runtime::linked_address(caller);
    return begun;
}

void log_begun(const CalledAt& at, Begun& begun, const loop::runtime::Signature& signature) {
    if (begun.partner == MPI_PROC_NULL) return;
    begun.number = number_request();
    const bool sends = begun.what == Begun::What::Send;
    log_message(at, sends ? loop::CallEvent::Send : loop::CallEvent::Receive, begun.comm, begun.partner,
                begun.tag, signature, begun.number);
}

void log_prepared(const CalledAt& at, Begun& begun, int count, MPI_Datatype type) {
    if (begun.partner == MPI_PROC_NULL) return;
    begun.number = number_request();
    begun.signature = signature_here(count, type);
    log_message(at, loop::CallEvent::Prepared, begun.comm, begun.partner, begun.tag, begun.signature,
                begun.number);
}

int sent(HostCall& call, int code, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
    if (code == MPI_SUCCESS && call.is_recorded()) call.sent(comm, to, tag, bytes_of(count, type));
    return logged(code, loop::log_misses_messages);
}

// After a call that returns when the receiver has begun to receive: until then, the rank waited.
int sent_to_receiver(HostCall& call, int code, MPI_Comm comm, int to, int tag, int count, MPI_Datatype type) {
    sent(call, code, comm, to, tag, count, type);
    if (code == MPI_SUCCESS && call.is_recorded() && to != MPI_PROC_NULL)
        call.waited_for_receiver(loop::runtime::sending_ns(static_cast<std::size_t>(bytes_of(count, type))));
    return code;
}

// Receives with `take`. In a trace, records that the rank is idle until the message arrives; on a simulated
// machine, it first sends for this time. Always passes a status to MPI, as LOOP needs it.
template <class Take>
int receive(HostCall& call, const CalledAt& called_at, MPI_Comm comm, int source, int tag, MPI_Status* wanted,
            Take take, std::int64_t sends_ns = 0) {
    MPI_Status own;
    MPI_Status* const at = wanted == MPI_STATUS_IGNORE ? &own : wanted;
    Waiting waiting;
    if (call.is_recorded() && !has_arrived(comm, source, tag))
        waiting.begin(find_channel(comm)->world(source), static_cast<Ticks>(sends_ns));
    const int code = take(at);
    // SMPI reports the wrong source for a message from a rank to itself.
    if (loop::runtime::is_simulated && code == MPI_SUCCESS && source >= 0) at->MPI_SOURCE = source;
    if (code == MPI_SUCCESS) {
        tell_host_received(comm, *at);
        log_taken(called_at, comm, source, tag, *at);
    }
    if (call.is_recorded() && code == MPI_SUCCESS && is_message(*at)) {
        record_received(waiting, received_message(comm, *at));
        call.ends_with_record();
    }
    waiting.end();
    return logged(code, loop::log_misses_messages);
}

struct Outgoing {
    int count;
    MPI_Datatype type;
    int to;
    int tag;
};

// A call that sends and receives. Its message is recorded first, unless MPI may refuse it: if LOOP does not
// know the communicator or the type.
template <class Call>
int send_and_receive(HostCall& call, const CalledAt& at, MPI_Comm comm, const Outgoing& out, int from,
                     int in_tag, MPI_Status* status, Call operation) {
    const bool is_known = out.count >= 0 && known_type(out.type).sequence.elements >= 0;
    const bool first = call.is_recorded() && is_known && find_channel(comm) != nullptr;
    std::int64_t sends_ns = 0;
    if (first) {
        const std::int64_t bytes = bytes_of(out.count, out.type);
        call.sent(comm, out.to, out.tag, bytes);
        if (out.to != MPI_PROC_NULL) sends_ns = loop::runtime::sending_ns(static_cast<std::size_t>(bytes));
    }
    return receive(
        call, at, comm, from, in_tag, status,
        [&](MPI_Status* into) {
            const int code = operation(into);
            return first ? code : sent(call, code, comm, out.to, out.tag, out.count, out.type);
        },
        sends_ns);
}

} // namespace

// `sent`: what is recorded after the call.
#define LOOP_SEND(Name, StrictName, sent)                                                                    \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm) {                                                           \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        check_send_buffer(at, data, count, type, to);                                                        \
        check_message(at, Data, data, count, type, to);                                                      \
        log_message(at, loop::CallEvent::Send, comm, to, tag, signature_here(count, type));                  \
        log_bytes_sent(at, to, count, type);                                                                 \
        tell_host_sent(comm, to, tag);                                                                       \
        const LOOP_WAITS(Name, comm, to, count, tag, type);                                                  \
        HostCall call(LOOP_RECORDED(Name));                                                                  \
        return sent(call, strictly(PMPI_##Name, PMPI_##StrictName)(data, count, type, to, tag, comm), comm,  \
                    to, tag, count, type);                                                                   \
    }
LOOP_SEND(Send, Ssend, sent)
LOOP_SEND(Bsend, Bsend, sent)
LOOP_SEND(Ssend, Ssend, sent_to_receiver)
LOOP_SEND(Rsend, Rsend, sent)

#define LOOP_ISEND(Name, StrictName)                                                                         \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm, MPI_Request* request) {                                     \
        tell_host_sent(comm, to, tag);                                                                       \
        Begun begun = message_begun(loop::WaitKind::Name, Begun::What::Send, comm, to, tag,                  \
                                    __builtin_return_address(0));                                            \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        const bool is_good = check_message(at, Data, data, count, type, to);                                 \
        log_begun(at, begun, signature_here(count, type));                                                   \
        log_bytes_sent(at, to, count, type);                                                                 \
        if (is_good) watch_send(begun.number, data, count, type);                                            \
        if (is_good) keep_use(begun.number, Data, data, count, type);                                        \
        HostCall call(LOOP_RECORDED(Name));                                                                  \
        const int code =                                                                                     \
            sent(call, strictly(PMPI_##Name, PMPI_##StrictName)(data, count, type, to, tag, comm, request),  \
                 comm, to, tag, count, type);                                                                \
        if (code == MPI_SUCCESS && keeps_requests()) remember_request(*request, begun);                      \
        return code;                                                                                         \
    }
LOOP_ISEND(Isend, Issend)
LOOP_ISEND(Ibsend, Ibsend)
LOOP_ISEND(Issend, Issend)
LOOP_ISEND(Irsend, Irsend)

namespace {

int prepared(int code, MPI_Request* request, Begun begun, int count, MPI_Datatype type) {
    logged(code, loop::log_misses_messages);
    if (code != MPI_SUCCESS || !keeps_requests() || begun.partner == MPI_PROC_NULL) return code;
    if (on()) begun.bytes = bytes_of(count, type);
    begun.persistent = true;
    begun.active = false;
    remember_request(*request, begun);
    tell_prepared(*request);
    return code;
}

} // namespace

#define LOOP_SEND_INIT(Name, StrictName)                                                                     \
    LOOP_HOST_CALL int MPI_##Name(const void* data, int count, MPI_Datatype type, int to, int tag,           \
                                  MPI_Comm comm, MPI_Request* request) {                                     \
        const CountsGap gap;                                                                                 \
        Begun begun = message_begun(loop::WaitKind::Name, Begun::What::Send, comm, to, tag,                  \
                                    __builtin_return_address(0));                                            \
        log_prepared(LOOP_CALLED_AT(Name), begun, count, type);                                              \
        keep_use(begun.number, Data, data, count, type);                                                     \
        return prepared(strictly(PMPI_##Name, PMPI_##StrictName)(data, count, type, to, tag, comm, request), \
                        request, begun, count, type);                                                        \
    }
LOOP_SEND_INIT(Send_init, Ssend_init)
LOOP_SEND_INIT(Bsend_init, Bsend_init)
LOOP_SEND_INIT(Ssend_init, Ssend_init)
LOOP_SEND_INIT(Rsend_init, Rsend_init)

LOOP_HOST_CALL int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                            MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Recv);
    check_receive_buffer(at, data, count, type, from);
    check_message(at, Data, data, count, type, from);
    log_message(at, loop::CallEvent::Receive, comm, from, tag, signature_here(count, type));
    const LOOP_WAITS(Recv, comm, from, count, tag, type);
    HostCall call(LOOP_RECORDED(Recv));
    return receive(call, at, comm, from, tag, status, [&](MPI_Status* into) {
        return PMPI_Recv(data, count, type, choose_source(comm, from, tag), tag, comm, into);
    });
}

LOOP_HOST_CALL int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                                void* in, int in_count, MPI_Datatype in_type, int from, int in_tag,
                                MPI_Comm comm, MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Sendrecv);
    if (to != MPI_PROC_NULL && from != MPI_PROC_NULL)
        check_both_buffers(at, out, out_count, out_type, in, in_count, in_type);
    check_send_buffer(at, out, out_count, out_type, to);
    check_receive_buffer(at, in, in_count, in_type, from);
    check_message(at, loop::BufferRole::Send, out, out_count, out_type, to);
    check_message(at, loop::BufferRole::Receive, in, in_count, in_type, from);
    log_message(at, loop::CallEvent::Send, comm, to, out_tag, signature_here(out_count, out_type));
    log_bytes_sent(at, to, out_count, out_type);
    log_message(at, loop::CallEvent::Receive, comm, from, in_tag, signature_here(in_count, in_type));
    tell_host_sent(comm, to, out_tag);
    const LOOP_WAITS(Sendrecv, comm, from, in_count, in_tag, in_type);
    HostCall call(LOOP_RECORDED(Sendrecv));
    return send_and_receive(
        call, at, comm, {out_count, out_type, to, out_tag}, from, in_tag, status, [&](MPI_Status* into) {
            return strictly(PMPI_Sendrecv, strict_sendrecv)(out, out_count, out_type, to, out_tag, in,
                                                            in_count, in_type, from, in_tag, comm, into);
        });
}

LOOP_HOST_CALL int MPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int to, int out_tag,
                                        int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Sendrecv_replace);
    check_receive_buffer(at, data, count, type, from);
    if (check_message(at, Data, data, count, type, to)) check_message(at, Data, data, count, type, from);
    log_message(at, loop::CallEvent::Send, comm, to, out_tag, signature_here(count, type));
    log_bytes_sent(at, to, count, type);
    log_message(at, loop::CallEvent::Receive, comm, from, in_tag, signature_here(count, type));
    tell_host_sent(comm, to, out_tag);
    const LOOP_WAITS(Sendrecv_replace, comm, from, count, in_tag, type);
    HostCall call(LOOP_RECORDED(Sendrecv_replace));
    return send_and_receive(
        call, at, comm, {count, type, to, out_tag}, from, in_tag, status, [&](MPI_Status* into) {
            return PMPI_Sendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, into);
        });
}

LOOP_HOST_CALL int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                             MPI_Request* request) {
    Begun begun = message_begun(loop::WaitKind::Irecv, Begun::What::Receive, comm, from, tag,
                                __builtin_return_address(0));
    const CalledAt at = LOOP_CALLED_AT(Irecv);
    check_receive_buffer(at, data, count, type, from);
    const bool is_good = check_message(at, Data, data, count, type, from);
    log_begun(at, begun, signature_here(count, type));
    void* const into = is_good ? watch_receive(begun.number, data, count, type) : data;
    if (is_good) keep_use(begun.number, Data, data, count, type);
    HostCall call(LOOP_RECORDED(Irecv));
    const int code =
        logged(PMPI_Irecv(into, count, type, from, tag, comm, request), loop::log_misses_messages);
    if (code != MPI_SUCCESS || from == MPI_PROC_NULL || !keeps_requests()) return code;
    if (call.is_recorded()) call.posted(comm, from, tag, bytes_of(count, type));
    begin_pending(begun.number, data, count, type);
    remember_request(*request, begun);
    return code;
}

LOOP_HOST_CALL int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                                 MPI_Request* request) {
    const CountsGap gap;
    Begun begun = message_begun(loop::WaitKind::Recv_init, Begun::What::Receive, comm, from, tag,
                                __builtin_return_address(0));
    check_receive_buffer(LOOP_CALLED_AT(Recv_init), data, count, type, from);
    log_prepared(LOOP_CALLED_AT(Recv_init), begun, count, type);
    keep_use(begun.number, Data, data, count, type);
    return prepared(PMPI_Recv_init(data, count, type, from, tag, comm, request), request, begun, count, type);
}

namespace {

Begun* started(const CalledAt& at, MPI_Request request) {
    Begun* const begun = keeps_requests() ? find_request(request) : nullptr;
    // The log lacks persistent collectives; messages with large counts, and partitioned ones, are not known
    // here.
    if (begun == nullptr || begun->what == Begun::What::Collective)
        miss_in_log(loop::log_misses_messages | loop::log_misses_order);
    if (begun == nullptr) return nullptr;
    begun->active = begun->what != Begun::What::Collective || loop::is_collective(begun->operation_kind);
    tell_started(request, *begun);
    const bool sends = begun->what == Begun::What::Send;
    if (begun->number != 0)
        log_message(at, sends ? loop::CallEvent::Send : loop::CallEvent::Receive, begun->comm, begun->partner,
                    begun->tag, begun->signature, begun->number);
    if (sends && begun->number != 0 && logs_all()) log_bytes(at, begun->bytes, 0);
    return begun;
}

// The buffers of persistent requests.
void check_started(const CalledAt& at, int count, const MPI_Request* requests) {
    if (requests == nullptr || !checks_memory() || !keeps_requests()) return;
    for (int i = 0; i < count; ++i)
        if (const Begun* const begun = find_request(requests[i])) check_kept(at, begun->number);
}

void record_started(HostCall& call, const Begun* begun) {
    if (begun == nullptr || !call.is_recorded()) return;
    if (begun->what == Begun::What::Send) call.sent(begun->comm, begun->partner, begun->tag, begun->bytes);
    if (begun->what == Begun::What::Receive)
        call.posted(begun->comm, begun->partner, begun->tag, begun->bytes);
    if (begun->what == Begun::What::Collective) count_collective(begun->moves);
}

} // namespace

LOOP_HOST_CALL int MPI_Start(MPI_Request* request) {
    HostCall call(LOOP_RECORDED(Start));
    check_started(LOOP_CALLED_AT(Start), 1, request);
    const int code = logged(PMPI_Start(request), loop::log_misses_messages);
    if (code == MPI_SUCCESS) record_started(call, started(LOOP_CALLED_AT(Start), *request));
    return code;
}

LOOP_HOST_CALL int MPI_Startall(int count, MPI_Request* requests) {
    HostCall call(LOOP_RECORDED(Startall));
    check_started(LOOP_CALLED_AT(Startall), count, requests);
    const int code = logged(PMPI_Startall(count, requests), loop::log_misses_messages);
    for (int i = 0; code == MPI_SUCCESS && i < count; ++i)
        record_started(call, started(LOOP_CALLED_AT(Startall), requests[i]));
    return code;
}

LOOP_HOST_CALL int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* status) {
    const LOOP_WAITS(Probe, comm, from, 0, tag, MPI_DATATYPE_NULL);
    const HostCall call(LOOP_RECORDED(Probe));
    Waiting waiting;
    if (call.is_recorded() && !has_arrived(comm, from, tag)) waiting.begin(find_channel(comm)->world(from));
    const int code = PMPI_Probe(choose_source(comm, from, tag), tag, comm, status);
    waiting.end();
    return code;
}

LOOP_HOST_CALL int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
    HostCall call(LOOP_RECORDED(Iprobe));
    const int code = PMPI_Iprobe(from, tag, comm, found, status);
    if (code == MPI_SUCCESS && *found == 0) call.is_fruitless();
    return code;
}

// Matching probes take a message out of the queue: the log says so where they find it, and the trace where it
// is received. Their calls are not published in the status file.
namespace {

int probed(const CalledAt& at, const HostCall& call, int code, bool found, MPI_Comm comm,
           const MPI_Message* message, const MPI_Status& status) {
    if (logged(code, loop::log_misses_messages) != MPI_SUCCESS || !found || *message == MPI_MESSAGE_NO_PROC)
        return code;
    const std::uint64_t number = number_request();
    if (number != 0)
        log_message(at, loop::CallEvent::Receive, comm, status.MPI_SOURCE, status.MPI_TAG, {}, number);
    if (number != 0 || call.is_recorded())
        remember_message(*message, {comm, status.MPI_SOURCE, status.MPI_TAG, number});
    return code;
}

ProbedMessage message_for(const HostCall& call, const MPI_Message* message) {
    if (message == nullptr || !(call.is_recorded() || logs_here())) return {};
    return take_message(*message);
}

} // namespace

LOOP_HOST_CALL int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Mprobe);
    const HostCall call(LOOP_RECORDED(Mprobe));
    MPI_Status own;
    MPI_Status* const into = status == MPI_STATUS_IGNORE ? &own : status;
    Waiting waiting;
    if (call.is_recorded() && !has_arrived(comm, from, tag)) waiting.begin(find_channel(comm)->world(from));
    const int code = PMPI_Mprobe(from, tag, comm, message, into);
    waiting.end();
    return probed(at, call, code, true, comm, message, *into);
}

LOOP_HOST_CALL int MPI_Improbe(int from, int tag, MPI_Comm comm, int* found, MPI_Message* message,
                               MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Improbe);
    HostCall call(LOOP_RECORDED(Improbe));
    MPI_Status own;
    MPI_Status* const into = status == MPI_STATUS_IGNORE ? &own : status;
    const int code = PMPI_Improbe(from, tag, comm, found, message, into);
    const bool is_found = code == MPI_SUCCESS && *found != 0;
    if (!is_found) call.is_fruitless();
    return probed(at, call, code, is_found, comm, message, *into);
}

LOOP_HOST_CALL int MPI_Mrecv(void* data, int count, MPI_Datatype type, MPI_Message* message,
                             MPI_Status* status) {
    const CalledAt at = LOOP_CALLED_AT(Mrecv);
    HostCall call(LOOP_RECORDED(Mrecv));
    MPI_Status own;
    MPI_Status* const into = status == MPI_STATUS_IGNORE ? &own : status;
    const bool has_data = *message != MPI_MESSAGE_NO_PROC;
    const ProbedMessage probed = message_for(call, message);
    if (has_data) check_use(at, Data, data, count, type);
    const int code = logged(PMPI_Mrecv(data, count, type, message, into), loop::log_misses_messages);
    if (code != MPI_SUCCESS) return code;
    if (probed.number != 0) log_received(at, probed.comm, *into, probed.number, signature_here(count, type));
    if (!call.is_recorded() || probed.comm == MPI_COMM_NULL) return code;
    Waiting waiting;
    record_received(waiting, received_message(probed.comm, *into));
    call.ends_with_record();
    return code;
}

LOOP_HOST_CALL int MPI_Imrecv(void* data, int count, MPI_Datatype type, MPI_Message* message,
                              MPI_Request* request) {
    HostCall call(LOOP_RECORDED(Imrecv));
    const bool has_data = *message != MPI_MESSAGE_NO_PROC;
    const ProbedMessage probed = message_for(call, message);
    const bool is_good = !has_data || check_use(LOOP_CALLED_AT(Imrecv), Data, data, count, type);
    if (is_good) keep_use(probed.number, Data, data, count, type);
    const int code = logged(PMPI_Imrecv(data, count, type, message, request), loop::log_misses_messages);
    if (code != MPI_SUCCESS || probed.comm == MPI_COMM_NULL) return code;
    if (call.is_recorded()) call.posted(probed.comm, probed.source, probed.tag, bytes_of(count, type));
    Begun begun = message_begun(loop::WaitKind::Irecv, Begun::What::Receive, probed.comm, probed.source,
                                probed.tag, __builtin_return_address(0));
    begun.number = probed.number;
    begun.signature = signature_here(count, type);
    remember_request(*request, begun);
    return code;
}
