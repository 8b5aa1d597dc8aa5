#pragma once

namespace loop::runtime {

// SimGrid 3.32's choice for MPICH (`smpi/coll-selector:mpich`) takes the pairwise exchange for blocks of 32
// KiB and more if the number of ranks is odd; this algorithm ends the program unless the number is a power
// of 2. Afterwards such an MPI_Alltoall uses a ring, as MPICH does. Any other choice of the profile stays.
// Local; to be called while MPI begins. Nothing on a real machine.
void mend_simulated_alltoall();

} // namespace loop::runtime
