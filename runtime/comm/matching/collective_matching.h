#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// Finds collective operations that ranks call with different arguments or in a different order: PICL's, and
// the blocking ones on MPI_COMM_WORLD in host code. They carry no tag, so each is compared with those of the
// two neighbouring ranks. A rank whose arguments are new at their line publishes them and looks at its
// neighbours. The others look when a neighbour has published some: at their next operation or in \CLOSE0.
// Costs a fence and two loads otherwise. Only ranks of one host see each other.

// This rank has published the operation that it is in; `is_new`: with arguments that its line has not had.
// Ends the run where a neighbour's differ.
void match_picl_collective(bool is_new);
void match_mpi_collective(bool is_new);

// When all ranks have called their last one.
void match_last_collectives();

} // namespace loop::runtime
