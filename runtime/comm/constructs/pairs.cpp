#include "comm/messages.h"
#include "trace/scope.h"

#include <loop/comm.h>

namespace loop {

using namespace runtime;

namespace {

patterns::Pattern communicate_pattern(long long distance, long long partners, bool) {
    return patterns::communicate(the_session.rank, the_session.ranks, distance, partners);
}

patterns::Pattern exchange_pattern(long long distance, long long partners, bool ring) {
    return patterns::exchange(the_session.rank, the_session.ranks, distance, partners, ring);
}

Flight& begin_communicate(long long size, long long distance, long long partners, const void* from,
                          void* into, const Site& site) {
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Communicate, site);
    Plan& plan = plan_for(entry, distance, partners, false, communicate_pattern);
    return begin_flight(entry, plan, size, from, into);
}

} // namespace

void communicate(long long size, long long distance, long long partners, const void* from, void* into,
                 Site site) {
    const Scope scope(Construct::Communicate, site);
    Flight& flight = begin_communicate(size, distance, partners, from, into, site);
    move_everything(flight);
    end_flight(flight);
}

Communication::Communication(long long size, long long distance, long long partners, const void* from,
                             void* into, Site site)
    : site_(site), flight_(nullptr) {
    const Scope scope(Construct::Communicate, site);
    Flight& flight = begin_communicate(size, distance, partners, from, into, site);
    post_receives(flight);
    post_sends(flight);
    flight_ = &flight;
}

Communication::~Communication() {
    if (is_being_ended()) return; // it would say that it waits here, and not where it does
    const Scope scope(Construct::Communicate, site_);
    Flight& flight = *static_cast<Flight*>(flight_);
    publish(flight.entry->label + flight.call, static_cast<long long>(flight.size), *flight.plan);
    wait_receives(flight);
    wait_sends(flight);
    end_flight(flight);
}

void exchange(long long size, long long distance, long long partners, const void* from, void* into, bool ring,
              Site site) {
    const Scope scope(Construct::Exchange, site);
    require_arguments(size, distance, partners);
    SiteEntry& entry = site_entry(Construct::Exchange, site);
    Plan& plan = plan_for(entry, distance, partners, ring, exchange_pattern);
    Flight& flight = begin_flight(entry, plan, size, from, into);
    move_everything(flight);
    end_flight(flight);
}

} // namespace loop
