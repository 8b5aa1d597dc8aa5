#include "comm/sites.h"
#include "comm/waiting/traced.h"
#include "picl/picl.h"
#include "session/lasting.h"
#include "session/told.h"
#include "trace/scope.h"

#include <loop/picl.h>

#include <cstring>
#include <list>
#include <vector>

using namespace loop;
using namespace loop::runtime;

namespace {

constexpr int any_type = -1;
constexpr int to_all = -1;

struct MessageInfo {
    int bytes = 0;
    int type = 0;
    int node = 0;
};

void trace_message(trace::Ticks time, trace::Kind kind, int partner, int tag, int bytes) {
    trace::put_message(time, kind, {partner, tag, static_cast<std::size_t>(bytes), trace::picl_channel});
}

struct Pending {
    int type;
    int node; // for a send its receiver, else -1
    std::vector<MPI_Request> requests;
    SiteEntry* entry;
};

struct SelfSend {
    std::vector<char> data;
    MPI_Request request = MPI_REQUEST_NULL;
};

// Never destroyed: requests may outlive the program's statics.
struct Messages {
    MessageInfo last;
    std::list<Pending> sends;
    std::list<Pending> receives;
    std::list<SelfSend> to_self;
};

Lasting<Messages> messages;

void require_send_type(int type, Construct construct, const Site& site) {
    static int largest = -1;
    if (largest < 0) {
        int* value = nullptr;
        int found = 0;
        PMPI_Comm_get_attr(the_session.picl, MPI_TAG_UB, &value, &found);
        largest = found != 0 ? *value : 32767;
    }
    if (type >= 0 && type <= largest) return;
    fail(site, construct, "the type must be from 0 to ", largest, ", not ", type);
}

int tag_of(int type, Construct construct, const Site& site) {
    if (type == any_type) return MPI_ANY_TAG;
    require_send_type(type, construct, site);
    return type;
}

void learn(const MPI_Status& status) {
    MessageInfo& last = messages().last;
    last.type = status.MPI_TAG;
    last.node = status.MPI_SOURCE;
    PMPI_Get_count(&status, MPI_BYTE, &last.bytes);
}

// Describes the last received message for the trace.
trace::Message traced_message(const MPI_Status& status) {
    return {status.MPI_SOURCE, status.MPI_TAG, static_cast<std::size_t>(messages().last.bytes),
            trace::picl_channel};
}

// Counts the receive at the site that requested it.
void received(SiteEntry& entry, const MPI_Status& status) {
    learn(status);
    tell_received(status.MPI_SOURCE, status.MPI_TAG, picl_communicator);
    ++entry.counted.messages_received;
    entry.counted.bytes_received += messages().last.bytes;
}

void drop_finished_self_sends() {
    auto& all = messages().to_self;
    for (auto it = all.begin(); it != all.end();) {
        int done = 0;
        PMPI_Test(&it->request, &done, MPI_STATUS_IGNORE);
        it = done != 0 ? all.erase(it) : std::next(it);
    }
}

void send_to_self(const void* buffer, int bytes, int type) {
    drop_finished_self_sends();
    messages().to_self.emplace_back();
    SelfSend& send = messages().to_self.back();
    send.data.resize(static_cast<std::size_t>(bytes));
    if (bytes > 0) std::memcpy(send.data.data(), buffer, static_cast<std::size_t>(bytes));
    check_mpi(PMPI_Isend(send.data.data(), bytes, MPI_BYTE, the_session.rank, type, the_session.picl,
                         &send.request),
              "sending a message");
}

// Starts a message to one node or to all others.
void start(const void* buffer, int bytes, int type, int node, SiteEntry& entry,
           std::vector<MPI_Request>& requests) {
    const int first = node == to_all ? 0 : node;
    const int last = node == to_all ? the_session.ranks - 1 : node;
    for (int rank = first; rank <= last; ++rank) {
        if (node == to_all && rank == the_session.rank) continue;
        tell_sent(rank, type, picl_communicator);
        ++entry.counted.messages_sent;
        entry.counted.bytes_sent += bytes;
        if (trace::on())
            trace_message(rank == first ? trace::again() : trace::now(), trace::Kind::Send, rank, type,
                          bytes);
        if (rank == the_session.rank) {
            send_to_self(buffer, bytes, type);
            continue;
        }
        requests.push_back(MPI_REQUEST_NULL);
        check_mpi(PMPI_Isend(buffer, bytes, MPI_BYTE, rank, type, the_session.picl, &requests.back()),
                  "sending a message");
    }
}

void require_send(int bytes, int type, int node, Construct construct, const Site& site) {
    require_count(bytes, "the length", construct, site);
    require_send_type(type, construct, site);
    if (node != to_all) require_rank(node, "the receiver", construct, site);
}

// Removes the oldest pending message of this type from the list and returns it.
Pending take(std::list<Pending>& list, int type, Construct construct, const Site& site) {
    auto it = list.begin();
    while (it != list.end() && it->type != type)
        ++it;
    if (it == list.end()) fail(site, construct, "no message of type ", type, " was begun");
    Pending pending = std::move(*it);
    list.erase(it);
    return pending;
}

void finish_sends(std::vector<MPI_Request>& requests, std::vector<MPI_Status>& statuses) {
    const auto count = static_cast<int>(requests.size());
    statuses.resize(requests.size());
    if (trace::on()) return wait_sent_traced(count, requests.data(), statuses.data());
    wait_all(count, requests.data(), statuses.data());
}

} // namespace

void send0(const void* buffer, int bytes, int type, int node, Site site) {
    const Scope scope(Construct::PiclSend, site);
    require_send(bytes, type, node, Construct::PiclSend, site);
    static auto* const requests =
        new std::vector<MPI_Request>; // static, so that nothing is allocated in the steady state
    static auto* const statuses = new std::vector<MPI_Status>;
    requests->clear();
    SiteEntry& entry = count_call(Construct::PiclSend, site);
    publish(entry.calls - 1, bytes, type, node);
    start(buffer, bytes, type, node, entry, *requests);
    finish_sends(*requests, *statuses);
}

void recv0(void* buffer, int bytes, int type, Site site) {
    Scope scope(Construct::PiclRecv, site);
    require_count(bytes, "the length", Construct::PiclRecv, site);
    const int tag = tag_of(type, Construct::PiclRecv, site);
    publish(0, bytes, type, -1);
    MPI_Status status;
    if (!trace::on()) {
        receive(buffer, bytes, MPI_BYTE, MPI_ANY_SOURCE, tag, the_session.picl, &status);
        return received(count_call(Construct::PiclRecv, site), status);
    }
    trace::Waiting waiting;
    receive_traced(buffer, bytes, MPI_BYTE, MPI_ANY_SOURCE, tag, the_session.picl, waiting, &status);
    received(count_call(Construct::PiclRecv, site), status);
    waiting.received(traced_message(status));
    scope.leaves(trace::Leaving::Again);
}

void sendbegin0(const void* buffer, int bytes, int type, int node, Site site) {
    const Scope scope(Construct::PiclSendBegin, site);
    require_send(bytes, type, node, Construct::PiclSendBegin, site);
    SiteEntry& entry = count_call(Construct::PiclSendBegin, site);
    messages().sends.push_back({type, node, {}, &entry});
    start(buffer, bytes, type, node, entry, messages().sends.back().requests);
}

void sendend0(int type, Site site) {
    const Scope scope(Construct::PiclSendEnd, site);
    Pending pending = take(messages().sends, type, Construct::PiclSendEnd, site);
    publish(0, 0, type, pending.node);
    std::vector<MPI_Status> statuses;
    finish_sends(pending.requests, statuses);
}

void recvbegin0(void* buffer, int bytes, int type, Site site) {
    const Scope scope(Construct::PiclRecvBegin, site);
    require_count(bytes, "the length", Construct::PiclRecvBegin, site);
    const int tag = tag_of(type, Construct::PiclRecvBegin, site);
    if (trace::on()) trace_message(trace::now(), trace::Kind::Post, -1, type, bytes);
    messages().receives.push_back(
        {type, -1, {MPI_REQUEST_NULL}, &count_call(Construct::PiclRecvBegin, site)});
    check_mpi(PMPI_Irecv(buffer, bytes, MPI_BYTE, MPI_ANY_SOURCE, tag, the_session.picl,
                         messages().receives.back().requests.data()),
              "posting a receive");
}

void recvend0(int type, Site site) {
    const Scope scope(Construct::PiclRecvEnd, site);
    Pending pending = take(messages().receives, type, Construct::PiclRecvEnd, site);
    publish(0, 0, type, -1);
    MPI_Status status;
    if (trace::on()) {
        trace::Waiting waiting;
        wait_each(1, pending.requests.data(), &status, -1, waiting, [&](int, const MPI_Status& done) {
            learn(done);
            waiting.received(traced_message(done));
        });
    } else {
        wait_one(pending.requests[0], status);
    }
    received(*pending.entry, status);
}

int probe0(int type, Site site) {
    Scope scope(Construct::PiclProbe, site);
    int found = 0;
    MPI_Status status;
    check_mpi(PMPI_Iprobe(MPI_ANY_SOURCE, tag_of(type, Construct::PiclProbe, site), the_session.picl, &found,
                          &status),
              "probing");
    if (found != 0) learn(status);
    if (found != 0) return 1;
    scope.leaves(trace::Leaving::Fruitless);
    poll_failed();
    return 0;
}

void recvinfo0(int* bytes, int* type, int* node, Site site) {
    const LocalCall call(Construct::PiclRecvInfo, site);
    const MessageInfo& last = messages().last;
    if (bytes != nullptr) *bytes = last.bytes;
    if (type != nullptr) *type = last.type;
    if (node != nullptr) *node = last.node;
}
