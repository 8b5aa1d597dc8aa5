#pragma once

#include "trace/fragments.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::trace {

// A communicator as the trace numbers it, with the world ranks behind its own ranks.
struct Channel {
    std::uint32_t index = 0;
    std::vector<int> partners;   // whom one may send to: of an intercommunicator the other side
    std::uint64_t number = 0;    // the same on all members, see RankStatus; 0: nobody knows
    std::uint64_t members = 0;   // packed
    std::int64_t operations = 0; // collective ones of host code so far

    // World rank; -1 for MPI_ANY_SOURCE and whatever else is no rank.
    int world(int rank) const {
        const bool known = rank >= 0 && static_cast<std::size_t>(rank) < partners.size();
        return known ? partners[static_cast<std::size_t>(rank)] : -1;
    }
};

// The channels that are always there: those of the runtime, MPI_COMM_WORLD and MPI_COMM_SELF. Idempotent; MPI
// must be up.
void know_own_channels();

// Registers a communicator that host code has just made. Communicators with the same members are told apart
// by the order in which they were made, which is the same on all members. Does nothing for MPI_COMM_NULL.
void know_channel(MPI_Comm comm);
void forget_channel(MPI_Comm comm);

// Collective operations of host code on MPI_COMM_WORLD so far; that one needs no look-up.
extern std::int64_t world_operations;

// Null for an unknown communicator: it may be invalid, so MPI must see it first. After a successful call
// `learn_channel` registers it.
Channel* find_channel(MPI_Comm comm);
const Channel& learn_channel(MPI_Comm comm);

// JSON of each, for the file's header.
const Fragments& channel_fragments();

// Handles are numbers or addresses.
template <class Handle>
std::uint64_t handle_key(Handle handle) {
    if constexpr (sizeof(Handle) == sizeof(std::uint64_t)) {
        return reinterpret_cast<std::uint64_t>(handle);
    } else {
        return static_cast<std::uint32_t>(handle);
    }
}

} // namespace loop::runtime::trace
