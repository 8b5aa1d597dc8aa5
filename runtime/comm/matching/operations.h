#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// Collective operations, PICL's and the blocking ones of MPI_COMM_WORLD in host text, that ranks call with
// different arguments or in another order. They carry no tag that would keep apart what is different, so each
// is compared with those of the neighbours in the order of ranks: whoever comes with arguments that its line
// has not had before tells them and looks; the others look, at their next operation or in \CLOSE0, when a
// neighbour has told some. Costs a fence and two loads otherwise. Only ranks of one host see each other.

// This rank has published the operation that it is in; `is_new`: with arguments that its line has not had.
// Ends the run where a neighbour's differ.
void meet_in_operation(bool is_new);
void meet_in_mpi_operation(bool is_new);

// When all ranks have called their last one.
void look_back_at_operations();

} // namespace loop::runtime
