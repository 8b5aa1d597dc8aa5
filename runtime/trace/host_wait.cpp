#include "trace/host_wait.h"

#include "comm/operations.h"
#include "session/simulation.h"
#include "trace/communicators.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

// Where the linker put the beginning of the program (or of the shared object that a simulated rank is).
extern "C" const char __ehdr_start __attribute__((weak, visibility("hidden")));

namespace loop::runtime::trace {
namespace {

const pthread_t first_thread = pthread_self();

bool is_first_thread() {
    return is_simulated || pthread_equal(pthread_self(), first_thread) != 0;
}

// Debug information speaks of addresses as the linker gave them.
std::uintptr_t loaded_at() {
#ifdef __PIC__
    return reinterpret_cast<std::uintptr_t>(&__ehdr_start);
#else
    return 0;
#endif
}

// The types that every rank calls the same, by their place here; 0: another one. MPI itself sees a type first
// in the call, so it is not asked.
std::int64_t type_number(MPI_Datatype type) {
    const MPI_Datatype known[] = {MPI_BYTE,     MPI_CHAR,          MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR,
                                  MPI_SHORT,    MPI_INT,           MPI_LONG,        MPI_LONG_LONG,
                                  MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_FLOAT,       MPI_DOUBLE,
                                  MPI_INT32_T,  MPI_INT64_T,       MPI_UINT64_T};
    for (std::size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
        if (known[i] == type) return static_cast<std::int64_t>(i) + 1;
    return 0;
}

int world_rank(MPI_Comm comm, int partner) {
    if (partner == MPI_PROC_NULL || partner < 0) return partner <= waits_for_partners ? partner : -1;
    if (comm == MPI_COMM_WORLD) return partner;
    const Channel* const channel = find_channel(comm);
    return channel == nullptr ? waits_for_somebody : channel->world(partner);
}

// What the words say of a construct holds no longer before they say anything else: others may be reading them.
void tell_caller(const void* caller) {
    RankStatus& status = *the_status;
    tell(status.published, 0);
    std::atomic_thread_fence(std::memory_order_release);
    tell(status.previous, the_session.place);
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(caller) - loaded_at();
    tell(status.host_address, address);
    the_session.place = address | host_call_bit;
    tell(status.host_call, status.host_call + 1);
}

bool is_collective(WaitKind kind) {
    return kind >= WaitKind::Barrier && kind <= WaitKind::Exscan;
}

// The arguments of the last call from some places: others than these are compared with those of other ranks.
struct Known {
    std::uint64_t address = 0;
    std::int64_t arguments[3] = {};
};
constexpr std::size_t known_count = 64;
Known known_calls[known_count];

void publish_collective(WaitKind kind) {
    RankStatus& status = *the_status;
    tell(status.call, static_cast<std::int64_t>(kind));
    __atomic_store_n(&status.published, -++the_session.host_collectives, __ATOMIC_RELEASE);
    Known& known = known_calls[status.host_address / 4 % known_count];
    const bool is_new = known.address != status.host_address ||
                        !std::equal(known.arguments, known.arguments + 3, status.arguments);
    known.address = status.host_address;
    std::copy(status.arguments, status.arguments + 3, known.arguments);
    meet_in_mpi_operation(is_new);
}

} // namespace

HostWait::HostWait(WaitKind kind, const void* caller, MPI_Comm comm, int partner, long long first,
                   long long second, MPI_Datatype type)
    : kind_(kind), told_(is_first_thread()) {
    if (!told_) return;
    tell_caller(caller);
    RankStatus& status = *the_status;
    tell(status.arguments[0], first);
    tell(status.arguments[1], second);
    tell(status.arguments[2], type_number(type));
    tell(status.waiting, pack_waiting(the_session.waits += one_wait, kind, world_rank(comm, partner)));
    if (is_collective(kind) && comm == MPI_COMM_WORLD) publish_collective(kind);
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

void tell_sent(MPI_Comm comm, int to, int tag) {
    const int receiver = world_rank(comm, to);
    if (receiver >= 0 && is_first_thread()) tell(the_status->last_sent, pack_sent(receiver, tag, true));
}

} // namespace loop::runtime::trace
