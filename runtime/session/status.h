#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// Never null: without a records directory, it points to private memory.
extern RankStatus* the_status;

// Maps `<records>/rank-<r>.status`, and removes what an earlier start of this rank left. On failure, prints a
// message and exits with code 7.
void open_status(int rank);

// Returns the rank that the status file was opened for, or -1.
int status_rank();

// Returns the status of another rank, shared with it; null if its file does not exist.
const RankStatus* map_status(int rank);

// Stores an end state. A later, less specific one does not replace it. Safe in signal handlers.
void end_status(RankState state, int detail) noexcept;

// Publishes that the requested crash flush is done: the trace is written. Safe in signal handlers.
void tell_crash_flush() noexcept;

// Creates the records directory if needed. On failure, ends the process (the run, if MPI is up) with code 7.
void require_records_directory();

} // namespace loop::runtime
