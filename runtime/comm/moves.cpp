#include "comm/messages.h"
#include "comm/node/doorbells.h"
#include "comm/pair_calls.h"
#include "comm/special.h"
#include "comm/waiting/traced.h"
#include "comm/waiting/waiting.h"
#include "session/simulation.h"

// How the messages of a prepared exchange move.
namespace loop::runtime {

namespace {

trace::Message traced(const PendingExchange& pending, int partner, std::size_t bytes) {
    const bool is_synchronous = pending.start_send == send_function(SendMode::Synchronous);
    return {partner, pending.tag.shown, bytes, trace::constructs_channel, is_synchronous};
}

trace::Message traced(const PendingExchange& pending, const Transfer& transfer) {
    return traced(pending, transfer.rank, transfer.bytes);
}

void send_to(PendingExchange& pending, const Transfer& to, MPI_Request& request) {
    check_mpi(pending.start_send(to.data, to.type.count, to.type.type, to.rank, pending.tag.wire,
                                 the_session.constructs, &request),
              "sending a message");
}

void move_pair_traced(PendingExchange& pending) {
    const Transfer& to = pending.sends[0];
    const Transfer& from = pending.receives[0];
    MPI_Request request;
    trace::Waiting waiting;
    trace::put_message(trace::again(), trace::Kind::Send, traced(pending, to));
    send_to(pending, to, request);
    receive_traced(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                   the_session.constructs, waiting);
    waiting.received(traced(pending, from));
    wait_sent_traced(1, &request, pending.statuses.data());
}

void send_and_receive(const Transfer& to, const Transfer& from, int tag) {
    const Waits waits(from.rank);
    const int code =
        PMPI_Sendrecv(to.data, to.type.count, to.type.type, to.rank, tag, from.data, from.type.count,
                      from.type.type, from.rank, tag, the_session.constructs, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) fail_receive(code, from.rank);
}

void move_pair(PendingExchange& pending) {
    if (trace::on()) return move_pair_traced(pending);
    const Transfer& from = pending.receives[0];
    if (pending.start_send == PMPI_Isend && pair_calls_for(pending.size) == PairCalls::Sendrecv)
        return send_and_receive(pending.sends[0], from, pending.tag.wire);
    MPI_Request request;
    send_to(pending, pending.sends[0], request);
    receive_during_send(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                        the_session.constructs, request);
}

} // namespace

void move_everything(PendingExchange& pending) {
    if (pending.is_pair) return move_pair(pending);
    post_receives(pending);
    post_sends(pending);
    wait_everything(pending);
}

namespace {

// Doorbells count messages in the order of the constructs, which started exchanges need not keep.
bool uses_doorbells(const PendingExchange& pending) {
    return doorbells_are_open && !pending.is_started;
}

void post_receive(PendingExchange& pending, std::size_t index) {
    if (pending.way != nullptr) return post_special_receive(pending, index);
    const Transfer& from = pending.receives[index];
    check_mpi(PMPI_Irecv(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                         the_session.constructs, &pending.requests[index]),
              "posting a receive");
}

} // namespace

void post_receives(PendingExchange& pending) {
    const std::vector<Transfer>& receives = pending.receives;
    for (std::size_t i = 0; i < receives.size(); ++i)
        post_receive(pending, i);
    if (!uses_doorbells(pending)) return;
    pending.doorbells.resize(receives.size());
    for (std::size_t i = 0; i < receives.size(); ++i)
        pending.doorbells[i] = next_doorbell(receives[i].rank);
}

void post_send(PendingExchange& pending, std::size_t index) {
    const Transfer& to = pending.sends[index];
    MPI_Request& request = pending.requests[pending.receives.size() + index];
    if (trace::on()) trace::put_message(trace::now(), trace::Kind::Send, traced(pending, to));
    if (pending.way != nullptr)
        post_special_send(pending, index);
    else
        send_to(pending, to, request);
    if (uses_doorbells(pending)) ring_doorbell(to.rank);
}

void post_sends(PendingExchange& pending) {
    for (std::size_t i = 0; i < pending.sends.size(); ++i)
        post_send(pending, i);
}

void post_in_turn(PendingExchange& pending) {
    for (std::size_t i = 0; i < std::max(pending.sends.size(), pending.receives.size()); ++i) {
        if (i < pending.sends.size()) post_send(pending, i);
        if (i < pending.receives.size()) post_receive(pending, i);
    }
}

namespace {

// Does not wait for long messages: the receiver must call MPI so that they are transferred.
void await_doorbells(PendingExchange& pending) {
    if (!uses_doorbells(pending) || pending.size > max_eager_bytes) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < pending.doorbells.size(); ++i)
        await_doorbell(pending.receives[i].rank, pending.doorbells[i]);
}

} // namespace

namespace {

// As await_doorbells; records a wait if a doorbell has not rung yet.
void await_doorbells_traced(const PendingExchange& pending, trace::Waiting& waiting) {
    if (!uses_doorbells(pending) || pending.size > max_eager_bytes) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < pending.doorbells.size(); ++i) {
        const int sender = pending.receives[i].rank;
        if (!has_rung(sender, pending.doorbells[i])) waiting.goes_on_for(sender);
        await_doorbell(sender, pending.doorbells[i]);
    }
}

bool receives_from_any(const PendingExchange& pending) {
    return pending.way != nullptr && pending.way->any_source;
}

void received_from_any(PendingExchange& pending, std::size_t index, const MPI_Status& status,
                       trace::Waiting& waiting) {
    const int sender = status.MPI_SOURCE;
    pending.special.sources[index] = sender;
    waiting.received(traced(pending, sender, bytes_from(pending, sender)));
}

// Waits for the first `count` requests: the receives, or all.
void wait_traced(PendingExchange& pending, int count) {
    trace::Waiting waiting;
    await_doorbells_traced(pending, waiting);
    const std::vector<Transfer>& receives = pending.receives;
    const int only = count == 1 && !receives.empty() ? receives[0].rank : -1;
    wait_each(count, pending.requests.data(), pending.statuses.data(), only, waiting,
              [&](int i, const MPI_Status& status) {
                  const auto index = static_cast<std::size_t>(i);
                  if (index >= receives.size()) return;
                  if (receives_from_any(pending)) return received_from_any(pending, index, status, waiting);
                  waiting.received(traced(pending, receives[index]));
              });
    waiting.end();
}

void wait_natively(PendingExchange& pending, int count) {
    await_doorbells(pending);
    wait_all(count, pending.requests.data(), pending.statuses.data());
    if (receives_from_any(pending))
        for (std::size_t i = 0; i < pending.receives.size(); ++i)
            pending.special.sources[i] = pending.statuses[i].MPI_SOURCE;
}

// Waits for all receives, and with `count` of all messages, also for the sends.
void wait_for(PendingExchange& pending, int count) {
    if (trace::on())
        wait_traced(pending, count);
    else
        wait_natively(pending, count);
    if (pending.way != nullptr) end_special_receives(pending);
}

} // namespace

void wait_receives(PendingExchange& pending) {
    wait_for(pending, pending.receive_count());
}

void wait_sends(PendingExchange& pending) {
    const int receives = pending.receive_count();
    if (trace::on())
        return wait_sent_traced(pending.send_count(), pending.requests.data() + receives,
                                pending.statuses.data() + receives);
    wait_sent(pending.send_count(), pending.requests.data() + receives, pending.statuses.data() + receives);
}

void wait_everything(PendingExchange& pending) {
    wait_for(pending, pending.receive_count() + pending.send_count());
}

namespace {

void receive_next_special(PendingExchange& pending, std::size_t index) {
    post_special_receive(pending, index);
    if (uses_doorbells(pending)) next_doorbell(pending.receives[index].rank);
    MPI_Status status{};
    if (trace::on()) {
        trace::Waiting waiting;
        wait_each(1, &pending.requests[index], &status, -1, waiting, [&](int, const MPI_Status& done) {
            if (receives_from_any(pending)) return received_from_any(pending, index, done, waiting);
            waiting.received(traced(pending, pending.receives[index]));
        });
        waiting.end();
    } else {
        wait_one(pending.requests[index], status);
        if (receives_from_any(pending)) pending.special.sources[index] = status.MPI_SOURCE;
    }
    if (index + 1 == pending.receives.size()) end_special_receives(pending);
}

} // namespace

void receive_next(PendingExchange& pending, std::size_t index) {
    if (pending.way != nullptr) return receive_next_special(pending, index);
    const Transfer& from = pending.receives[index];
    receive_now(from.data, from.bytes, from.type, from.rank, pending.tag);
}

void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag) {
    if (!trace::on()) {
        if (doorbells_are_open) {
            const Waits waits(rank);
            await_message(rank, bytes);
        }
        return receive(data, type.count, type.type, rank, tag.wire, the_session.constructs);
    }
    trace::Waiting waiting;
    if (doorbells_are_open) {
        const Waits waits(rank);
        if (!is_there(rank, tag.wire, the_session.constructs)) waiting.begin(rank);
        await_message(rank, bytes);
    }
    receive_traced(data, type.count, type.type, rank, tag.wire, the_session.constructs, waiting);
    waiting.received({rank, tag.shown, bytes, trace::constructs_channel});
}

} // namespace loop::runtime
