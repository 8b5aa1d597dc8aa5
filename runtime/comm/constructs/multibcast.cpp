#include "comm/messages.h"
#include "trace/scope.h"

#include <loop/comm.h>

namespace loop {

using namespace runtime;

namespace {

void receive_one(Flight& flight, std::size_t i) {
    receive_now(flight.incoming(i), flight.size, flight.type, flight.plan->pattern.receives[i].rank,
                flight.tag);
}

// All sends, then the receives one by one (paper: "all sends first"; Isend, so it cannot block).
void sends_first(Flight& flight) {
    post_sends(flight);
    for (std::size_t i = 0; i < flight.plan->pattern.receives.size(); ++i)
        receive_one(flight, i);
}

void sends_and_receives_in_turn(Flight& flight) {
    for (std::size_t i = 0; i < flight.plan->pattern.sends.size(); ++i) {
        post_send(flight, i);
        receive_one(flight, i);
    }
}

void multibcast(Construct construct, MakePattern pattern, void (*move)(Flight&), long long size,
                const void* from, void* into, const Site& site) {
    const Scope scope(construct, site);
    require_arguments(size, 1, 1);
    SiteEntry& entry = site_entry(construct, site);
    Plan& plan = plan_for(entry, 0, 0, false, pattern);
    Flight& flight = begin_flight(entry, plan, size, from, into);
    move(flight);
    wait_sends(flight);
    end_flight(flight);
}

} // namespace

#define LOOP_MULTIBCAST(name, id, move)                                                                      \
    void name(long long size, const void* from, void* into, Site site) {                                     \
        const auto pattern = [](long long, long long, bool) {                                                \
            return patterns::name(the_session.rank, the_session.ranks);                                      \
        };                                                                                                   \
        multibcast(Construct::id, pattern, move, size, from, into, site);                                    \
    }
LOOP_MULTIBCAST(multibcast0, Multibcast0, sends_first)
LOOP_MULTIBCAST(multibcast_me, MultibcastMe, sends_first)
LOOP_MULTIBCAST(multibcast_alter, MultibcastAlter, sends_and_receives_in_turn)

} // namespace loop
