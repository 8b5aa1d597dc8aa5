#include "measure/operations.h"

#include "measure/amounts.h"
#include "session/session.h"
#include "session/simulation.h"
#include "trace/scope.h"

#include <loop/measure.h>

namespace loop {

using namespace runtime;

void runtime::count_work(const detail::DeclaredWork& work) {
    if (the_session.flops_depth == 0) the_session.work += work;
}

namespace detail {

bool executes_work = true;

void begin_flops(double count, double bytes, Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Flops, site);
    require_flops(count, bytes, site);
    count_work(DeclaredWork::of(count, bytes));
    if (the_session.flops_depth++ > 0 || !is_simulated) return;
    const LocalCall call(Construct::Flops, site); // so that a trace names the line, and not host code
    charge(Construct::Flops, count, bytes);
}

void end_flops() noexcept {
    --the_session.flops_depth;
}

void count_flops(double count) noexcept {
    count_work(DeclaredWork::of(count, 0));
}

} // namespace detail
} // namespace loop
