#include "comm/pair_calls.h"
#include "comm/sends.h"
#include "comm/started.h"
#include "comm/thread_messages.h"
#include "session/preparation.h"
#include "trace/scope.h"

#include <loop/send.h>

namespace loop {

using namespace runtime;

namespace {

const Preparation send_preparation(choose_pair_calls);

} // namespace

void send(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From& from,
          const Into& into, Site site) {
    if (is_thread())
        return communicate_as_thread(Construct::Send, site, {size, pairs, where, count, from, into});
    const Scope scope(Construct::Send, site);
    PendingExchange& pending =
        begin_send(site_entry(Construct::Send, site), {size, pairs, where, count, from, into});
    move_everything(pending);
    end_send(pending);
    leave_exchange();
}

Sending::Sending(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From& from,
                 const Into& into, Site site)
    : site_(site), pending_(nullptr) {
    const Scope scope(Construct::Send, site);
    PendingExchange& pending =
        begin_send(site_entry(Construct::Send, site), {size, pairs, where, count, from, into});
    post_receives(pending);
    post_sends(pending);
    pending_ = &pending;
}

Sending::~Sending() {
    if (is_being_ended()) return; // otherwise the status would name this line as the place of the wait
    const Scope scope(Construct::Send, site_);
    PendingExchange& pending = *static_cast<PendingExchange*>(pending_);
    publish_again(pending);
    wait_receives(pending);
    wait_sends(pending);
    end_send(pending);
    leave_exchange();
}

namespace {

void receive_all(PendingExchange& pending) {
    post_receives(pending);
    wait_receives(pending);
}

void send_all(PendingExchange& pending) {
    post_sends(pending);
    wait_sends(pending);
}

} // namespace

void relay(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From& from,
           const Into& into, Site site) {
    const Scope scope(Construct::Relay, site);
    PendingExchange& pending =
        begin_send(site_entry(Construct::Relay, site), {size, pairs, where, count, from, into});
    receive_all(pending);
    send_all(pending);
    end_send(pending);
    leave_exchange();
}

Relaying::Relaying(const Sizes& size, const Pairs& pairs, const Where& where, long long count,
                   const From& from, const Into& into, Site site)
    : site_(site), pending_(nullptr) {
    const Scope scope(Construct::Relay, site);
    PendingExchange& pending =
        begin_send(site_entry(Construct::Relay, site), {size, pairs, where, count, from, into});
    receive_all(pending);
    pending_ = &pending;
}

Relaying::~Relaying() {
    if (is_being_ended()) return;
    const Scope scope(Construct::Relay, site_);
    PendingExchange& pending = *static_cast<PendingExchange*>(pending_);
    publish_again(pending);
    send_all(pending);
    end_send(pending);
    leave_exchange();
}

namespace {

class StartedSend final : public StartedMessages {
    void end() override { end_send(messages); }
};

void start(Handle& handle, Construct construct, const SendCall& call, const Site& site) {
    const Scope scope(construct, site);
    SiteEntry& entry = site_entry(construct, site);
    auto started = new_started_messages<StartedSend>(entry);
    begin_send(started->messages, entry, call);
    started->start(handle.hold(), StartedMessages::Order::ReceivesFirst, construct == Construct::Relay);
    add_started(handle, std::move(started));
}

} // namespace

void start_send(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where, long long count,
                const From& from, const Into& into, Site site) {
    start(handle, Construct::Send, {size, pairs, where, count, from, into}, site);
}

void start_relay(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where, long long count,
                 const From& from, const Into& into, Site site) {
    start(handle, Construct::Relay, {size, pairs, where, count, from, into}, site);
}

} // namespace loop
