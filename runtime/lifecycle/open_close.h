#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

namespace loop::runtime {

// \OPEN0 and PICL's open0 open the same session; \CLOSE0 and close0 close it. Both functions are collective.
// `trace_records`: the capacity of the trace buffer.
void open_session(Construct construct, long trace_records, const Site& site);
void close_session(Construct construct, const Site& site);

// Ends an open session on all ranks without a record, for \REQUIRE. Finalizes MPI even if host code
// initialized it.
void leave_session();

} // namespace loop::runtime
