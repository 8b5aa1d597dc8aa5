#include "comm/sites.h"
#include "comm/synchronise.h"
#include "session/core_wait.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/measure.h>

#include <utility>

namespace loop {

using namespace runtime;

Untimed::Untimed(Site site) : site_(site) {
    const Scope scope(Construct::Untimed, site_);
    const Reading begin = read_clocks();
    if (trace::on()) trace::exclude(begin.ticks);
    was_untimed_ = std::exchange(the_session.untimed, true);
    forget_recent_sites();
    begin_flops_ = the_session.flops;
    begin_excluded_ns_ = the_session.excluded_ns;
    begin_ns_ = begin.ns;
    pause_core_wait();
}

Untimed::~Untimed() {
    {
        const Scope scope(Construct::Untimed, site_);
        synchronise(the_session.control);
    }
    resume_core_wait();
    const Reading end = read_clocks();
    if (trace::on()) trace::include(end.ticks);
    the_session.untimed = was_untimed_;
    forget_recent_sites();
    the_session.flops = begin_flops_;
    // Assigned, not added: the interval includes time that was excluded inside it.
    the_session.excluded_ns = begin_excluded_ns_ + end.ns - begin_ns_ + the_session.clock_cost_ns;
}

} // namespace loop
