#pragma once

#include "trace/fragments.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::trace {

// A communicator with its index in the trace, and the world ranks of its ranks.
struct Channel {
    std::uint32_t index = 0;
    std::vector<int> partners;   // ranks to send to; for an intercommunicator, the remote group
    std::uint64_t number = 0;    // the same on all members, see RankStatus; 0: unknown
    std::uint64_t members = 0;   // packed
    std::int64_t operations = 0; // collective operations in host code so far
    int rank = -1;               // of this process in it
    bool is_inter = false;
    std::uint64_t object = 0; // its number in the call log, if host code made it
    int windows = 0;          // made on it so far

    // Returns the world rank; -1 for MPI_ANY_SOURCE and other values that are not ranks.
    int world(int rank) const {
        const bool known = rank >= 0 && static_cast<std::size_t>(rank) < partners.size();
        return known ? partners[static_cast<std::size_t>(rank)] : -1;
    }
};

// Registers the channels that always exist: those of the runtime, MPI_COMM_WORLD, and MPI_COMM_SELF.
// Idempotent; MPI must be up.
void know_own_channels();

// Registers a communicator that host code has just created. Communicators with the same members are
// distinguished by the order of their creation, which is the same on all members. Does nothing for
// MPI_COMM_NULL.
void know_channel(MPI_Comm comm);
// A duplicate of `comm` that must not be used yet (MPI_Comm_idup).
void know_copy(MPI_Comm copy, MPI_Comm comm);
void forget_channel(MPI_Comm comm);
// Registers a window that was made on `channel`, as a channel of its own, and returns it. `number`: the same
// on all members.
Channel know_window_channel(const Channel& channel, std::uint64_t number);

// Collective operations in host code on MPI_COMM_WORLD so far; a variable, to avoid look-ups.
extern std::int64_t world_operations;

// Returns null for an unknown communicator: it may be invalid, so MPI must check it first. After a successful
// call, `learn_channel` registers it.
Channel* find_channel(MPI_Comm comm);
const Channel& learn_channel(MPI_Comm comm);

// The members of a group, as in the status file. To be called only after a successful call with the group.
std::uint64_t packed_group(MPI_Group group);

// Returns the JSON of each channel, for the file's header.
const Fragments& channel_fragments();

// Handles are integers or pointers.
template <class Handle>
std::uint64_t handle_key(Handle handle) {
    if constexpr (sizeof(Handle) == sizeof(std::uint64_t)) {
        return reinterpret_cast<std::uint64_t>(handle);
    } else {
        return static_cast<std::uint32_t>(handle);
    }
}

} // namespace loop::runtime::trace
