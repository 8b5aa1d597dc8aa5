#pragma once

#include "host_calls/logged.h"

#include <mpi.h>

#include <cstdint>

// The origin buffers of MPI_Put, MPI_Accumulate, and MPI_Get, which host code must not change before the
// accesses are complete: samples of those of predefined types, some of them at a time, unless several threads
// may call MPI.
namespace loop::runtime::trace {

// To be called before the call. Returns the number of the access for the call log; 0: it is not watched.
std::uint64_t watch_origin(MPI_Win window, int target, const void* data, int count, MPI_Datatype type);

// The same of a buffer that MPI fills at some time before the access is complete. It is not watched if other
// ranks may write to it, too, or if it has bytes of another one: programs get what they do not need into one
// buffer.
std::uint64_t watch_result(MPI_Win window, int target, const void* data, int count, MPI_Datatype type);

// Surrounds a call that completes the accesses to `target` (-1: to all ranks): logs which buffers were
// changed before it.
class OriginsEnd {
public:
    OriginsEnd(const CalledAt& at, MPI_Win window, int target);
    ~OriginsEnd();
    OriginsEnd(const OriginsEnd&) = delete;
    OriginsEnd& operator=(const OriginsEnd&) = delete;

private:
    CalledAt at_;
    MPI_Win window_;
    int target_;
};

} // namespace loop::runtime::trace
