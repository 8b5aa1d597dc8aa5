#pragma once

#include "host_calls/logged.h"

#include <mpi.h>

#include <cstdint>

// The origin buffers of MPI_Put and MPI_Accumulate, which host code must not change before the accesses are
// complete: samples of those of predefined types, some of them at a time, unless several threads may call
// MPI.
namespace loop::runtime::trace {

// To be called before the call. Returns the number of the access for the call log; 0: it is not watched.
std::uint64_t watch_origin(MPI_Win window, int target, const void* data, int count, MPI_Datatype type);

// To be called before a call that completes the accesses to `target` (-1: to all ranks): logs which buffers
// were changed.
void end_origins(const CalledAt& at, MPI_Win window, int target);

} // namespace loop::runtime::trace
