#include "comm/messages.h"
#include "comm/pair_calls.h"
#include "comm/sends.h"
#include "comm/started.h"
#include "comm/thread_messages.h"
#include "constructs/back_end.h"
#include "session/group.h"
#include "session/preparation.h"
#include "trace/scope.h"

namespace loop {

using namespace runtime;

namespace {

const Preparation exchanges_preparation(choose_pair_calls);

PendingExchange& begin_call(PendingExchange& pending, SiteEntry& entry, const PairsCall& call) {
    require(call);
    return begin_exchange(pending, entry, plan_for(entry, call), call.size, call.from, call.into);
}
PendingExchange& begin_call(PendingExchange& pending, SiteEntry& entry, const SendCall& call) {
    return begin_send(pending, entry, call);
}

// Works out the plan first: the functions of the program may throw.
PendingExchange& begin_next(const PairsCall& call) {
    require(call);
    SiteEntry& entry = site_entry(call.construct, call.site);
    Plan& plan = plan_for(entry, call);
    return begin_exchange(next_exchange(), entry, plan, call.size, call.from, call.into);
}
PendingExchange& begin_next(const SendCall& call) {
    return begin_send(site_entry(call.construct, call.site), call);
}

void receive_one_by_one(PendingExchange& pending, bool sends_in_turn) {
    if (!sends_in_turn) post_sends(pending);
    for (std::size_t i = 0; i < pending.receives.size(); ++i) {
        if (sends_in_turn) post_send(pending, i);
        receive_next(pending, i);
    }
    wait_sends(pending);
}

void receive_all(PendingExchange& pending) {
    post_receives(pending);
    wait_receives(pending);
}

void send_all(PendingExchange& pending) {
    post_sends(pending);
    wait_sends(pending);
}

void move(PendingExchange& pending, MessageOrder order) {
    switch (order) {
    case MessageOrder::Together:
        return move_everything(pending);
    case MessageOrder::SendsFirst:
    case MessageOrder::InTurn:
        return receive_one_by_one(pending, order == MessageOrder::InTurn);
    case MessageOrder::ReceivesFirst:
        receive_all(pending);
        return send_all(pending);
    }
}

template <class Call>
void execute_call(const Call& call) {
    const Scope scope(call.construct, call.site);
    PendingExchange& pending = begin_next(call);
    move(pending, order_of(call.construct));
    end_call(pending);
    leave_exchange();
}

// The part of a call before its statement. Only \COMMUNICATE, \SEND, and \RELAY have one.
template <class Call>
PendingExchange* begin_around(const Call& call) {
    const Scope scope(call.construct, call.site);
    PendingExchange& pending = begin_next(call);
    if (order_of(call.construct) == MessageOrder::ReceivesFirst) {
        receive_all(pending);
    } else {
        post_receives(pending);
        post_sends(pending);
    }
    return &pending;
}

template <class Call>
void start_call(Handle& handle, const Call& call) {
    const Scope scope(call.construct, call.site);
    SiteEntry& entry = site_entry(call.construct, call.site);
    auto started = new_started_messages(entry);
    begin_call(started->messages, entry, call);
    started->start(handle.hold(), order_of(call.construct));
    add_started(handle, std::move(started));
}

// Constructs in the statement have published their own arguments.
void publish_again(const PendingExchange& pending) {
    publish(pending.entry->label + pending.call, pending.first, *pending.plan);
}

} // namespace

void back_end::execute(const PairsCall& call) {
    if (!is_thread()) return execute_call(call);
    require(call);
    communicate_as_thread(call.construct, call.site, partners_of(call, rank_in_group(), ranks_in_group()),
                          call.size, order_of(call.construct) == MessageOrder::InTurn);
}

void back_end::execute(const SendCall& call) {
    if (is_thread() && call.construct == Construct::Send) return communicate_as_thread(call);
    execute_call(call);
}

PendingExchange* back_end::begin(const PairsCall& call) {
    return begin_around(call);
}

PendingExchange* back_end::begin(const SendCall& call) {
    return begin_around(call);
}

void back_end::complete(PendingExchange* exchange, const Site& site) {
    if (is_being_ended()) return; // otherwise the status would name this line as the place of the wait
    PendingExchange& pending = *exchange;
    const Scope scope(pending.entry->construct, site);
    publish_again(pending);
    if (order_of(pending.entry->construct) == MessageOrder::ReceivesFirst) {
        send_all(pending);
    } else {
        wait_receives(pending);
        wait_sends(pending);
    }
    end_call(pending);
    leave_exchange();
}

void back_end::start(Handle& handle, const PairsCall& call) {
    start_call(handle, call);
}

void back_end::start(Handle& handle, const SendCall& call) {
    start_call(handle, call);
}

} // namespace loop
