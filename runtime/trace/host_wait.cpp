#include "trace/host_wait.h"

#include "comm/operations.h"
#include "trace/communicators.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace loop::runtime::trace {
namespace {

// Whoever is here while the program is made ready has started it.
const struct FirstThread {
    FirstThread() { is_in_first_thread = true; }
} first_thread;

// The arguments of the last call from some places: others than these are compared with those of other ranks.
struct KnownCall {
    std::uint64_t address = 0;
    std::int64_t arguments[3] = {};
};
constexpr std::size_t known_count = 64;
KnownCall known_calls[known_count];

} // namespace

__thread bool is_in_first_thread = false;
NumberedType last_type{MPI_DATATYPE_NULL, 0};

// By their place here. MPI itself sees a type first in the call, so it is not asked.
std::int64_t renew_last_type(MPI_Datatype type) {
    const MPI_Datatype known[] = {MPI_BYTE,     MPI_CHAR,          MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR,
                                  MPI_SHORT,    MPI_INT,           MPI_LONG,        MPI_LONG_LONG,
                                  MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_FLOAT,       MPI_DOUBLE,
                                  MPI_INT32_T,  MPI_INT64_T,       MPI_UINT64_T};
    const auto found = std::find(std::begin(known), std::end(known), type);
    last_type = {type, found == std::end(known) ? 0 : found - std::begin(known) + 1};
    return last_type.number;
}

int find_world_rank(MPI_Comm comm, int partner) {
    if (partner == MPI_PROC_NULL || partner < 0) return partner <= waits_for_partners ? partner : -1;
    if (comm == MPI_COMM_WORLD) return partner;
    const Channel* const channel = find_channel(comm);
    return channel == nullptr ? waits_for_somebody : channel->world(partner);
}

void publish_collective(WaitKind kind) {
    RankStatus& status = *the_status;
    tell(status.call, static_cast<std::int64_t>(kind));
    __atomic_store_n(&status.published, -++the_session.host_collectives, __ATOMIC_RELEASE);
    KnownCall& known = known_calls[status.host_address / 4 % known_count];
    const bool is_new = known.address != status.host_address ||
                        !std::equal(known.arguments, known.arguments + 3, status.arguments);
    known.address = status.host_address;
    std::copy(status.arguments, status.arguments + 3, known.arguments);
    meet_in_mpi_operation(is_new);
}

HostWait::HostWait(WaitKind kind, const void* caller) : kind_(kind), told_(is_first_thread()) {
    if (!told_) return;
    tell_caller(caller);
    for (std::int64_t& argument : the_status->arguments)
        tell(argument, 0);
    waits_for(waits_for_everyone);
}

void HostWait::waits_for(int rank, int tag) {
    if (!told_) return;
    tell(the_status->arguments[1], tag);
    tell(the_status->waiting, pack_waiting(the_session.waits += one_wait, kind_, rank));
}

} // namespace loop::runtime::trace
