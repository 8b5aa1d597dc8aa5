#include "comm/messages.h"
#include "comm/node_clocks.h"
#include "comm/started.h"
#include "comm/synchronise.h"
#include "comm/waiting/yielding.h"
#include "constructs/back_end.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/records.h"
#include "trace/scope.h"

namespace loop {

using namespace runtime;

namespace {

// What follows the first synchronization.
void send_and_synchronize(SiteEntry& entry) {
    const PairsCall call = SyncCall{entry.construct, entry.site}.messages();
    Plan& plan = plan_for(entry, call);
    PendingExchange& pending = begin_exchange(next_exchange(), entry, plan, call.size, call.from, call.into);
    move_everything(pending);
    end_exchange(pending);
    leave_exchange();
    synchronise(the_session.constructs);
    if (trace::compares_clocks()) {
        const Excluded not_measured;
        trace::compare_clocks();
    }
}

class StartedSync final : public StartedCall {
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

void back_end::execute(const SyncCall& call) {
    const Scope scope(call.construct, call.site);
    require(call);
    SiteEntry& entry = site_entry(call.construct, call.site);
    synchronise(the_session.constructs);
    send_and_synchronize(entry);
}

void back_end::start(Handle& handle, const SyncCall& call) {
    const Scope scope(call.construct, call.site);
    require(call);
    auto started = new_started<StartedSync>(site_entry(call.construct, call.site));
    started->begin();
    add_started(handle, std::move(started));
}

} // namespace loop
