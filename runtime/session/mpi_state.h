#pragma once

#include <mpi.h>

namespace loop::runtime {

bool mpi_is_initialised(); // perhaps finalised since
bool mpi_has_begun(); // MPI_Init was called: it may be at work, have failed, or be done, perhaps finalised
                      // since
bool mpi_is_up();     // initialised and not finalised

void begin_mpi(); // MPI_Init

// Around the MPI_Init of host code: which threads it makes.
class BeginsMpi {
public:
    BeginsMpi();
    ~BeginsMpi();
    BeginsMpi(const BeginsMpi&) = delete;
    BeginsMpi& operator=(const BeginsMpi&) = delete;

private:
    int threads_before_;
};

// MPICH's launcher waits for ever for the others of a rank that has ended before its MPI_Init; others notice.
#ifdef MPICH_VERSION
constexpr bool launcher_waits_for_start = true;
#else
constexpr bool launcher_waits_for_start = false;
#endif

// True if MPI was not initialised before: then it is ours to finalise.
bool initialise_mpi();

// Where other threads than the first may call MPI, the status file says how many of the process's threads are
// not the program's: MPI's own, and `ours`. Again when there are more.
void tell_threads(int ours);

} // namespace loop::runtime
