#pragma once

#include "host_calls/logged.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::trace {

// A window that host code has made.
struct KnownWindow {
    std::uint64_t number = 0; // the same on all members; 0: unknown
    std::uint64_t object = 0; // in the call log
    std::vector<int> ranks;   // in MPI_COMM_WORLD
};

void know_window(const CalledAt& at, MPI_Comm comm, MPI_Win window); // also logs it
void forget_window(const CalledAt& at, MPI_Win window);              // has been freed

// Each does nothing for a window that is not known.
void log_window_collective(const CalledAt& at, MPI_Win window);
struct EpochFacts {
    int target = -1; // in the window; -1: all
    int tag = 0;     // the assertion, or the kind of lock
    std::uint64_t members = 0;
};
void log_epoch(const CalledAt& at, MPI_Win window, const EpochFacts& epoch);
struct AccessFacts {
    int target;
    MPI_Aint place;
    Signature signature;
    MPI_Op combine = MPI_OP_NULL;
};
void log_access(const CalledAt& at, MPI_Win window, const AccessFacts& access);

} // namespace loop::runtime::trace
