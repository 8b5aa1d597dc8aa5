#include "comm/messages.h"
#include "comm/pair_calls.h"
#include "comm/started.h"
#include "comm/thread_messages.h"
#include "session/group.h"
#include "session/preparation.h"
#include "trace/scope.h"

#include <loop/send.h>

namespace loop {

using namespace runtime;

namespace {

const Preparation pairs_preparation(choose_pair_calls);

patterns::Pattern communicate_pattern(long long distance, long long partners, bool) {
    return patterns::communicate(rank_in_group(), ranks_in_group(), distance, partners);
}

patterns::Pattern exchange_pattern(long long distance, long long partners, bool ring) {
    return patterns::exchange(rank_in_group(), ranks_in_group(), distance, partners, ring);
}

PendingExchange& begin_communicate(long long size, long long distance, long long partners, const void* from,
                                   void* into, const Site& site) {
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Communicate, site);
    Plan& plan = plan_for(entry, distance, partners, false, communicate_pattern);
    return begin_exchange(next_exchange(), entry, plan, size, from, into);
}

void start(Handle& handle, SiteEntry& entry, Plan& plan, long long size, const void* from, void* into) {
    auto started = new_started_messages(entry);
    begin_exchange(started->messages, entry, plan, size, from, into);
    started->start(handle.hold());
    add_started(handle, std::move(started));
}

} // namespace

void communicate(long long size, long long distance, long long partners, const void* from, void* into,
                 Site site) {
    if (is_thread()) {
        require_arguments(size, distance, partners);
        return communicate_as_thread(Construct::Communicate, site,
                                     communicate_pattern(distance, partners, false), size);
    }
    const Scope scope(Construct::Communicate, site);
    PendingExchange& pending = begin_communicate(size, distance, partners, from, into, site);
    move_everything(pending);
    end_exchange(pending);
    leave_exchange();
}

Communication::Communication(long long size, long long distance, long long partners, const void* from,
                             void* into, Site site)
    : site_(site), pending_(nullptr) {
    const Scope scope(Construct::Communicate, site);
    PendingExchange& pending = begin_communicate(size, distance, partners, from, into, site);
    post_receives(pending);
    post_sends(pending);
    pending_ = &pending;
}

Communication::~Communication() {
    if (is_being_ended()) return; // otherwise the status would name this line as the place of the wait
    const Scope scope(Construct::Communicate, site_);
    PendingExchange& pending = *static_cast<PendingExchange*>(pending_);
    publish(pending.entry->label + pending.call, static_cast<long long>(pending.size), *pending.plan);
    wait_receives(pending);
    wait_sends(pending);
    end_exchange(pending);
    leave_exchange();
}

void exchange(long long size, long long distance, long long partners, const void* from, void* into, bool ring,
              Site site) {
    if (is_thread()) {
        require_arguments(size, distance, partners);
        return communicate_as_thread(Construct::Exchange, site, exchange_pattern(distance, partners, ring),
                                     size);
    }
    const Scope scope(Construct::Exchange, site);
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Exchange, site);
    Plan& plan = plan_for(entry, distance, partners, ring, exchange_pattern);
    PendingExchange& pending = begin_exchange(next_exchange(), entry, plan, size, from, into);
    move_everything(pending);
    end_exchange(pending);
    leave_exchange();
}

void start_communicate(Handle& handle, long long size, long long distance, long long partners,
                       const void* from, void* into, Site site) {
    const Scope scope(Construct::Communicate, site);
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Communicate, site);
    start(handle, entry, plan_for(entry, distance, partners, false, communicate_pattern), size, from, into);
}

void start_exchange(Handle& handle, long long size, long long distance, long long partners, const void* from,
                    void* into, bool ring, Site site) {
    const Scope scope(Construct::Exchange, site);
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Exchange, site);
    start(handle, entry, plan_for(entry, distance, partners, ring, exchange_pattern), size, from, into);
}

} // namespace loop
