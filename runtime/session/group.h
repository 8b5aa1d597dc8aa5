#pragma once

#include "session/session.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime {

// The ranks of an \AMONG: constructs inside communicate among its members only. Members are numbered from 0
// in the order of `members`, which holds their ranks among all; patterns count members, messages name ranks.
struct Group {
    std::vector<int> members;
    int rank;                         // the number of this rank in the group
    std::uint64_t label;              // the same on all members, and different for other members
    std::uint64_t packed;             // the members, as the status file has them
    MPI_Comm control = MPI_COMM_NULL; // made when the members first synchronize
    MPI_Comm host = MPI_COMM_NULL;    // for MPI calls of host code; made when it first asks
};

// All ranks, unless this rank is in an \AMONG.
inline bool among_all() {
    return the_session.group == nullptr;
}
inline int rank_in_group() {
    return among_all() ? the_session.rank : the_session.group->rank;
}
inline int ranks_in_group() {
    return among_all() ? the_session.ranks : static_cast<int>(the_session.group->members.size());
}
// The rank among all.
inline int rank_of_member(int member) {
    return among_all() ? member : the_session.group->members[static_cast<std::size_t>(member)];
}

// Returns the one group with these members.
Group& find_group(const std::vector<int>& members, int rank);

// The communicator of the group's members, for the runtime's own collectives. Collective over the group.
MPI_Comm control_of_group();

// The communicator of its members for MPI calls of host code. Collective over the group.
MPI_Comm communicator_of_group();

// Ends the run if this rank is in an \AMONG: the construct concerns all ranks.
void require_all_ranks(Construct construct, const Site& site);

// To be called before MPI_Finalize.
void release_groups();

} // namespace loop::runtime
