#pragma once

#include "host_calls/channels.h"
#include "host_calls/logged.h"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace loop::runtime::trace {

// A window that host code has made.
struct KnownWindow {
    std::uint64_t number = 0;   // the same on all members; 0: unknown
    std::uint64_t object = 0;   // in the call log
    std::vector<int> ranks;     // in MPI_COMM_WORLD
    std::uint64_t members = 0;  // the same, packed
    std::vector<bool> accessed; // by target: accesses that may not be complete
    int accessed_count = 0;
    const void* base = nullptr;          // of this rank's part
    std::int64_t bytes = -1;             // of it; -1: unknown, or not only of this rank
    bool is_memory_good = true;          // that part, as far as is known
    std::optional<Channel> channel = {}; // in the trace, if one is recorded
};

// `bytes`: the size of this rank's part, -1 if it may change; `unit`: of displacements there. Also logs it.
void know_window(const CalledAt& at, MPI_Comm comm, MPI_Win window, std::int64_t bytes, int unit);
// Whether other ranks may write to the memory, as it may be in a window.
bool may_be_in_window(const void* data, std::size_t bytes);
void forget_window(const CalledAt& at, MPI_Win window); // has been freed

// Each does nothing for a window that is not known.
// Any number of bytes may move in a call that completes accesses of this rank, so it is no wait then. To be
// called before each access.
void note_access(MPI_Win window, int target);

// The window's ranks, which the fences of a trace belong to; null: not known.
const Channel* channel_of_window(MPI_Win window);

// Publishes that a call for a window waits for all ranks of the window, or for its target (-1: all ranks).
class WindowWait {
public:
    // `completes`: afterwards, accesses to the target are complete.
    WindowWait(WaitKind kind, const CalledAt& at, MPI_Win window, int target, bool completes);
    ~WindowWait();
    WindowWait(const WindowWait&) = delete;
    WindowWait& operator=(const WindowWait&) = delete;

private:
    std::optional<HostWait> wait_;
    MPI_Win window_;
    int target_;
    bool completes_;
};

// To be called before MPI_Win_fence: the memory of the window must not have been freed since it was made. Not
// before MPI_Win_free: programs free the memory after the last access.
void check_window_memory(const CalledAt& at, MPI_Win window);
void log_window_collective(const CalledAt& at, MPI_Win window);
struct EpochFacts {
    int target = -1; // in the window; -1: all
    int tag = 0;     // the assertion, or the kind of lock
    std::uint64_t members = 0;
    std::int32_t fence = 0; // fence_* bits
};
void log_epoch(const CalledAt& at, MPI_Win window, const EpochFacts& epoch);
struct AccessFacts {
    int target;
    MPI_Aint place;
    int count;
    MPI_Datatype type; // at the target
    MPI_Op combine = MPI_OP_NULL;
    std::uint64_t number = 0; // if its origin buffer is watched
    // What moves at the origin, if it must be the same: Put, Get, Accumulate.
    Signature origin = {};
};
void log_access(const CalledAt& at, MPI_Win window, const AccessFacts& access);

} // namespace loop::runtime::trace
