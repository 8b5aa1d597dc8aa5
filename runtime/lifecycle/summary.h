#pragma once

namespace loop::runtime {

// Prints on stderr of rank 0 what a program that was started by hand measured, and its verdict: the counts of
// all ranks, and the reasons that ranks know themselves. Collective, after the records are written; does
// nothing if `loop run` or a bundle's job.sh started the program, or with `--quiet`. `mpi`: whether MPI is
// still up.
void print_summary(bool mpi);

} // namespace loop::runtime
