#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// Finds collective operations that ranks call with different arguments or in a different order: PICL's, and
// the blocking ones on MPI_COMM_WORLD in host code. They carry no tag, so each call is compared with those of
// the two neighboring ranks. A rank whose arguments are new at the line publishes them and compares. The
// others compare once a neighbor has published new arguments: at their next operation or in \CLOSE0.
// Otherwise, this costs a fence and two loads. Only ranks on the same host can compare.

// To be called when this rank has published its current operation; `is_new`: its line has not had these
// arguments before. Ends the run if a neighbor's arguments differ.
void match_picl_collective(bool is_new);
void match_mpi_collective(bool is_new);

// To be called when all ranks have called their last operation.
void match_last_collectives();

} // namespace loop::runtime
