#include "comm/messages.h"
#include "comm/started.h"
#include "comm/thread_messages.h"
#include "session/group.h"
#include "trace/scope.h"

#include <loop/send.h>

namespace loop {

using namespace runtime;

namespace {

// Starts all sends, then receives one by one (paper: "all sends first"; uses Isend, so it cannot block).
void sends_first(PendingExchange& pending) {
    post_sends(pending);
    for (std::size_t i = 0; i < pending.receives.size(); ++i)
        receive_next(pending, i);
}

void sends_and_receives_in_turn(PendingExchange& pending) {
    for (std::size_t i = 0; i < pending.sends.size(); ++i) {
        post_send(pending, i);
        receive_next(pending, i);
    }
}

void multibcast(Construct construct, MakePattern pattern, void (*move)(PendingExchange&), long long size,
                const void* from, void* into, const Site& site) {
    if (is_thread()) {
        require_arguments(size, 1, 1);
        return communicate_as_thread(construct, site, pattern(0, 0, false), size,
                                     move == sends_and_receives_in_turn);
    }
    const Scope scope(construct, site);
    require_arguments(size, 1, 1);
    SiteEntry& entry = site_entry(construct, site);
    Plan& plan = plan_for(entry, 0, 0, false, pattern);
    PendingExchange& pending = begin_exchange(next_exchange(), entry, plan, size, from, into);
    move(pending);
    wait_sends(pending);
    end_exchange(pending);
    leave_exchange();
}

void start_multibcast(Handle& handle, Construct construct, MakePattern pattern, StartedMessages::Order order,
                      long long size, const void* from, void* into, const Site& site) {
    const Scope scope(construct, site);
    require_arguments(size, 1, 1);
    SiteEntry& entry = site_entry(construct, site);
    auto started = new_started_messages(entry);
    begin_exchange(started->messages, entry, plan_for(entry, 0, 0, false, pattern), size, from, into);
    started->start(handle.hold(), order);
    add_started(handle, std::move(started));
}

} // namespace

#define LOOP_MULTIBCAST(name, id, move, order)                                                               \
    void name(long long size, const void* from, void* into, Site site) {                                     \
        const auto pattern = [](long long, long long, bool) {                                                \
            return patterns::name(rank_in_group(), ranks_in_group());                                        \
        };                                                                                                   \
        multibcast(Construct::id, pattern, move, size, from, into, site);                                    \
    }                                                                                                        \
    void start_##name(Handle& handle, long long size, const void* from, void* into, Site site) {             \
        const auto pattern = [](long long, long long, bool) {                                                \
            return patterns::name(rank_in_group(), ranks_in_group());                                        \
        };                                                                                                   \
        start_multibcast(handle, Construct::id, pattern, StartedMessages::Order::order, size, from, into,    \
                         site);                                                                              \
    }
LOOP_MULTIBCAST(multibcast0, Multibcast0, sends_first, SendsFirst)
LOOP_MULTIBCAST(multibcast_me, MultibcastMe, sends_first, SendsFirst)
LOOP_MULTIBCAST(multibcast_alter, MultibcastAlter, sends_and_receives_in_turn, InTurn)

} // namespace loop
