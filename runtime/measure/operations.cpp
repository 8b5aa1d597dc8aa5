#include "measure/operations.h"

#include "measure/amounts.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/measure.h>

namespace loop {

using namespace runtime;

void runtime::count_work(double operations, double bytes) {
    if (the_session.flops_depth > 0) return;
    the_session.flops += operations;
    the_session.memory_bytes += bytes;
}

namespace detail {

bool executes_work = true;

void begin_flops(double count, double bytes, Site site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Flops, site);
    require_flops(count, bytes, site);
    count_work(count, bytes);
    if (the_session.flops_depth++ == 0) charge(Construct::Flops, count, bytes);
}

void end_flops() noexcept {
    --the_session.flops_depth;
}

void count_flops(double count) noexcept {
    count_work(count, 0);
}

} // namespace detail
} // namespace loop
