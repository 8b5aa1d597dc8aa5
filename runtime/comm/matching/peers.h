#pragma once

#include "session/machine.h"

#include <loop/rank_status.h>

#include <vector>

namespace loop::runtime {

// What ranks of one host tell each other of their calls: in their status files, which all of them map. For
// argument_matching and collective_matching.

void open_peers(const std::vector<RankHome>& homes); // of all ranks
void open_peers_in_simulation();                     // where all ranks share one
void close_peers();
bool has_peers();

// Null for this rank itself, and for ranks of other hosts. Maps the file at the first call.
const RankStatus* status_of(int rank);

// A call and its arguments, of this rank or as another one has told it.
struct Call {
    std::uint64_t place =
        0; // without the bit of being inside; of MPI calls their WaitKind with host_call_bit
    std::int64_t number = 0;
    std::int64_t arguments[3] = {};
};

inline bool is_mpi(const Call& call) {
    return (call.place & host_call_bit) != 0;
}

// The construct in which this rank is, with what it has published.
Call own_call();

// The construct or collective operation of MPI where a rank is now; false where it is in none, or was just
// about to change its words.
bool read_present(const RankStatus& status, Call& call);

// The number of the entry; 0 where there is none, or it is just being written.
std::int64_t read_entry(const NewArguments& entry, Call& call);

// Tells a call with new arguments. Both have told before either looks: one of two that come at the same time
// sees the other.
void tell_new(const Call& own);

// Whether the rank has told more than `seen` such calls.
bool has_told_more(const RankStatus& status, std::int64_t seen);

} // namespace loop::runtime
