#include "measure/unmeasured.h"

#include "comm/sites.h"
#include "comm/synchronise.h"
#include "session/core_times.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <exception>
#include <utility>

namespace loop::runtime {

detail::MeasuredBefore begin_unmeasured(Construct construct, const Site& site) {
    const Scope scope(construct, site);
    const Reading begin = read_clocks();
    if (trace::on()) trace::exclude(begin.ticks);
    const bool was_untimed = std::exchange(the_session.untimed, true);
    forget_recent_sites();
    pause_core_times();
    return {begin.ns, the_session.excluded_ns, the_session.work, was_untimed};
}

void end_unmeasured(const detail::MeasuredBefore& before, Construct construct, const Site& site) {
    if (std::uncaught_exceptions() == 0) {
        const Scope scope(construct, site);
        synchronise(control_of_group());
    }
    resume_core_times();
    const Reading end = read_clocks();
    if (trace::on()) trace::include(end.ticks);
    the_session.untimed = before.was_untimed;
    forget_recent_sites();
    the_session.work = before.work;
    // Assigned, not added: the interval includes time that was excluded inside it.
    the_session.excluded_ns = before.excluded_ns + end.ns - before.ns + the_session.clock_cost_ns;
}

} // namespace loop::runtime

namespace loop {

using namespace runtime;

Untimed::Untimed(Site site) : site_(site), before_(begin_unmeasured(Construct::Untimed, site)) {}

bool Untimed::executes() const {
    return true;
}

bool Untimed::executes_with_headers() const {
    return true;
}

Untimed::~Untimed() {
    end_unmeasured(before_, Construct::Untimed, site_);
}

} // namespace loop
