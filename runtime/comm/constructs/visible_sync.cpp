#include "comm/messages.h"
#include "comm/node_clocks.h"
#include "comm/synchronise.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/comm.h>

namespace loop {

using namespace runtime;

namespace {

// The partner is the right neighbor on the ring. A single rank has none, which does not count as dropped.
patterns::Pattern right_neighbor(long long, long long, bool) {
    patterns::Pattern pattern = patterns::communicate(the_session.rank, the_session.ranks, 1, 1);
    pattern.dropped = 0;
    return pattern;
}

} // namespace

void visible_sync(Site site) {
    const Scope scope(Construct::VisibleSync, site);
    require_all_ranks(Construct::VisibleSync, site);
    SiteEntry& entry = site_entry(Construct::VisibleSync, site);
    Plan& plan = plan_for(entry, 1, 1, false, right_neighbor);
    synchronise(the_session.constructs);
    PendingExchange& pending = begin_exchange(next_exchange(), entry, plan, 1, nullptr, nullptr);
    move_everything(pending);
    end_exchange(pending);
    leave_exchange();
    synchronise(the_session.constructs);
    if (trace::compares_clocks()) {
        const Excluded not_measured;
        trace::compare_clocks();
    }
}

} // namespace loop
