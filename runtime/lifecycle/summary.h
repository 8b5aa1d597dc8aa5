#pragma once

namespace loop::runtime {

// Whether this rank's settings ask for a summary: neither `loop run` nor a job.sh started the program, and it
// is not quiet. Ranks may differ; rank 0's answer counts.
bool wants_summary();

// Prints on stderr of rank 0 what a program that was started by hand measured, and its verdict: the counts of
// all ranks, and the reasons that ranks know themselves. Collective, after the records are written; does
// nothing if `loop run` or a bundle's job.sh started the program, or with `--quiet`. `mpi`: whether MPI is
// still up.
void print_summary(bool mpi);

} // namespace loop::runtime
