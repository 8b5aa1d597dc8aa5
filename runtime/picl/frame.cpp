#include "comm/synchronise.h"
#include "lifecycle/open_close.h"
#include "picl/picl.h"
#include "session/clock.h"
#include "session/failure.h"
#include "trace/scope.h"

#include <loop/picl.h>
#include <loop/session.h>

#include <cstdio>

using namespace loop;
using namespace loop::runtime;

namespace {

std::int64_t clock_start_ns = 0; // 0: clock0 counts from open0

std::int64_t measured_ns() {
    return now_ns() - the_session.excluded_ns;
}

} // namespace

namespace loop::runtime {

void require_open(Construct construct, const Site& site) {
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
}

void require_rank(int rank, const char* what, Construct construct, const Site& site) {
    if (rank >= 0 && rank < the_session.ranks) return;
    fail(site, construct, what, " is ", rank, "; ranks are 0 to ", the_session.ranks - 1);
}

void require_count(int count, const char* what, Construct construct, const Site& site) {
    if (count < 0) fail(site, construct, what, " is ", count, "; it must not be negative");
}

} // namespace loop::runtime

void open0(int* numproc, int* me, int* host, Site site) {
    open_session(Construct::PiclOpen, usual_trace_records, site); // in PICL, tracenode sets the size later
    if (numproc != nullptr) *numproc = the_session.ranks;
    if (me != nullptr) *me = the_session.rank;
    if (host != nullptr) *host = host_node;
}

void close0(int release, Site site) {
    (void)release;
    close_session(Construct::PiclClose, site);
}

void who0(int* numproc, int* me, int* host, Site site) {
    const LocalCall call(Construct::PiclWho, site);
    if (numproc != nullptr) *numproc = the_session.ranks;
    if (me != nullptr) *me = the_session.rank;
    if (host != nullptr) *host = host_node;
}

int host0() {
    return host_node;
}

void check0(int) {}

double clock0(Site site) {
    const LocalCall call(Construct::PiclClock, site);
    return seconds(measured_ns() - (clock_start_ns == 0 ? the_session.open_ns : clock_start_ns));
}

void clocksync0(Site site) {
    const Scope scope(Construct::PiclClockSync, site);
    synchronise(the_session.picl);
    clock_start_ns = measured_ns();
}

void message0(const char* text, Site site) {
    const LocalCall call(Construct::PiclMessage, site);
    const std::string line = concat("rank ", the_session.rank, ": ", text, "\n");
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

void sync0(Site site) {
    const Scope scope(Construct::PiclSync, site);
    synchronise(the_session.picl);
}

void barrier0(Site site) {
    const Scope scope(Construct::PiclBarrier, site);
    synchronise(the_session.picl);
}
