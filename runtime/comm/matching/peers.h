#pragma once

#include "session/machine.h"

#include <loop/rank_status.h>

#include <vector>

namespace loop::runtime {

// The ranks of a host publish their calls to each other in their status files, which all of them map.
// argument_matching and collective_matching use this.

void open_peers(const std::vector<RankHome>& homes); // `homes`: of all ranks
void open_peers_in_simulation();                     // all ranks share one host
void close_peers();
bool has_peers();

// Returns null for this rank itself and for ranks on other hosts. Maps the file at the first call.
const RankStatus* status_of(int rank);

// A call and its arguments, made by this rank or published by another one.
struct Call {
    std::uint64_t place = 0; // RankStatus::place without bit 63; MPI calls: WaitKind and host_call_bit
    std::int64_t number = 0;
    std::int64_t arguments[3] = {};
};

inline bool is_mpi(const Call& call) {
    return (call.place & host_call_bit) != 0;
}

// Returns the construct that this rank is in, with its published arguments.
Call own_call();

// Reads the construct or MPI collective that a rank is in. Returns false if it is in none, or was just
// changing its status.
bool read_present(const RankStatus& status, Call& call);

// Returns the number of the entry; 0 if there is none, or if it is being written.
std::int64_t read_entry(const NewArguments& entry, Call& call);

// Publishes a call with new arguments. Each rank publishes before it looks, so of two ranks that arrive at
// the same time, at least one sees the other.
void tell_new(const Call& own);

// Publishes the \AMONG that this rank is in: constructs inside publish their own calls.
void tell_among(const Call& own);

// Returns whether the rank has published more than `seen` calls.
bool has_told_more(const RankStatus& status, std::int64_t seen);

} // namespace loop::runtime
