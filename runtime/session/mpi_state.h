#pragma once

#include <mpi.h>

namespace loop::runtime {

bool mpi_is_initialised(); // may be finalized by now
bool mpi_has_begun();      // MPI_Init has been called; it may be running, have failed, or be done
bool mpi_is_up();          // initialized and not finalized

void begin_mpi(); // MPI_Init
// Threads of this program communicate. To be called before MPI begins.
void want_threads_to_communicate();
bool threads_communicate();

// MPI_Finalize, or the function that a library which shares MPI's ranks has given to end both. Returns MPI's
// error code.
int end_mpi();
void end_mpi_with(int (*end)());

// Exists during MPI_Init, and counts the threads that MPI_Init creates.
class BeginsMpi {
public:
    BeginsMpi();
    ~BeginsMpi();
    BeginsMpi(const BeginsMpi&) = delete;
    BeginsMpi& operator=(const BeginsMpi&) = delete;

private:
    int threads_before_;
};

// If a rank ends before its MPI_Init, MPICH's launcher waits forever for the others; other launchers notice.
#ifdef MPICH_VERSION
constexpr bool launcher_waits_for_start = true;
#else
constexpr bool launcher_waits_for_start = false;
#endif

// Returns true if MPI was not initialized before: then LOOP must finalize it.
bool initialise_mpi();

// With MPI_THREAD_MULTIPLE, publishes in the status file how many threads the process has without those that
// the program created: the main thread, MPI's, and LOOP's (`ours`). To be called again when `ours` grows.
void tell_threads(int ours);

// Publishes that the rank may also wait for processes that are not in its MPI_COMM_WORLD.
void tell_outsiders();

} // namespace loop::runtime
