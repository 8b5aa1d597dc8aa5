#include "comm/sites.h"
#include "lifecycle/own_rank.h"
#include "session/clock.h"
#include "session/failure.h"
#include "session/group.h"
#include "trace/excluded.h"

#include <loop/session.h>

namespace loop {

using namespace runtime;

namespace {

void require_open(const char* function, const Site& site) {
    require_opened(function, site);
    if (the_session.stage == Stage::Closed) fail(site, function, "called after \\CLOSE0", exit_run_failed);
}

} // namespace

double clock(Site site) {
    require_open("clock", site);
    return seconds(now_ns() - the_session.open_ns - the_session.excluded_ns);
}

Counters counters(Site site) {
    require_open("counters", site);
    const Excluded not_measured;
    Traffic all;
    for (const SiteEntry& entry : all_sites())
        if (!entry.untimed) all += traffic_of(entry);
    return {all.messages_sent, all.bytes_sent, all.messages_received, all.bytes_received};
}

MPI_Comm communicator(Site site) {
    require_open("communicator", site);
    if (among_all()) return MPI_COMM_WORLD;
    const Excluded not_measured;
    return communicator_of_group();
}

} // namespace loop
