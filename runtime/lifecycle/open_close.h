#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

namespace loop::runtime {

// \OPEN0 and PICL's open0 are the same session, likewise for the end. Both are collective.
// `trace_records`: the capacity of the trace buffer.
void open_session(Construct construct, long trace_records, const Site& site);
void close_session(Construct construct, const Site& site);

// All ranks end an open session without a record: \REQUIRE. MPI is finalised, whoever initialised it.
void leave_session();

} // namespace loop::runtime
