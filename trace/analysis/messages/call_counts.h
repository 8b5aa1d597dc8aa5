#pragma once

#include "trace/read/trace.h"

#include <vector>

namespace loop::report {

/// Returns what all ranks did by MPI calls of host code, by site (indexed like Trace::sites; other sites have
/// zeros). Of ranks that did not count, what their events say, without the data of collective operations.
/// Takes linear time.
std::vector<CallCounts> call_counts_of(const Trace& trace);

/// Whether all ranks are in these counts with all of their calls, although a buffer may have been full.
bool all_calls_are_counted(const Trace& trace);

} // namespace loop::report
