#include "lifecycle/own_rank.h"

#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"

#include <loop/session.h>

namespace loop {

using namespace runtime;

void runtime::require_opened(const char* function, const Site& site) {
    if (the_session.stage == Stage::Before) fail(site, function, "called before \\OPEN0", exit_run_failed);
}

int me(Site site) {
    require_opened("me", site);
    return rank_in_group();
}

int nodes(Site site) {
    require_opened("nodes", site);
    return ranks_in_group();
}

} // namespace loop
