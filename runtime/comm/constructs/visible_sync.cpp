#include "comm/messages.h"
#include "comm/node_clocks.h"
#include "comm/pair_calls.h"
#include "comm/started.h"
#include "comm/synchronise.h"
#include "comm/waiting/yielding.h"
#include "session/group.h"
#include "session/preparation.h"
#include "trace/excluded.h"
#include "trace/records.h"
#include "trace/scope.h"

#include <loop/send.h>

namespace loop {

using namespace runtime;

namespace {

const Preparation visible_sync_preparation(choose_pair_calls);

// The partner is the right neighbor on the ring. A single rank has none, which does not count as dropped.
patterns::Pattern right_neighbor(long long, long long, bool) {
    patterns::Pattern pattern = patterns::communicate(the_session.rank, the_session.ranks, 1, 1);
    pattern.dropped = 0;
    return pattern;
}

// What follows the first synchronization.
void send_and_synchronize(SiteEntry& entry) {
    Plan& plan = plan_for(entry, 1, 1, false, right_neighbor);
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

class StartedSync final : public Started {
public:
    void begin() { check_mpi(PMPI_Ibarrier(the_session.constructs, &request_), "synchronizing"); }

    void complete() override {
        {
            const Waits waits(waits_for_everyone);
            trace::Waiting waiting;
            if (trace::on()) waiting.begin(-1);
            if (the_session.yielding) {
                wait_yielding(request_, "synchronizing");
            } else {
                check_mpi(PMPI_Wait(&request_, MPI_STATUS_IGNORE), "synchronizing");
            }
            waiting.end();
            if (trace::on())
                trace::put(trace::again(), trace::Kind::Collective, 0, -1, 0, trace::constructs_channel);
        }
        send_and_synchronize(*entry);
    }

private:
    MPI_Request request_ = MPI_REQUEST_NULL;
};

} // namespace

void visible_sync(Site site) {
    const Scope scope(Construct::VisibleSync, site);
    require_all_ranks(Construct::VisibleSync, site);
    SiteEntry& entry = site_entry(Construct::VisibleSync, site);
    synchronise(the_session.constructs);
    send_and_synchronize(entry);
}

void start_visible_sync(Handle& handle, Site site) {
    const Scope scope(Construct::VisibleSync, site);
    require_all_ranks(Construct::VisibleSync, site);
    auto started = new_started<StartedSync>(site_entry(Construct::VisibleSync, site));
    started->begin();
    add_started(handle, std::move(started));
}

} // namespace loop
