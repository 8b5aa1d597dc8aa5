#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// Never null: without a records directory it is a struct of this process that nobody reads.
extern RankStatus* the_status;

// Maps `<records>/rank-<r>.status`. On failure: a message and exit code 7.
void open_status(int rank);

// The rank that the status file was opened for, -1 if it was not.
int status_rank();

// The status of another rank, shared with it; null where its file is not there.
const RankStatus* map_status(int rank);

// An end state is kept: a later, less telling one does not replace it. Safe in signal handlers.
void end_status(RankState state, int detail) noexcept;

// A crash flush was requested, and the trace is written. Safe in signal handlers.
void tell_crash_flush() noexcept;

// Creates the records directory where needed; ends the process (the run, if MPI is up) with code 7 otherwise.
void require_records_directory();

} // namespace loop::runtime
