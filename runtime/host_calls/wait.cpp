#include "host_calls/wait.h"

#include "comm/matching/collective_matching.h"
#include "host_calls/call_log.h"
#include "host_calls/channels.h"
#include "session/lasting.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loop::runtime::trace {
namespace {

// Static initialization runs in the thread that started the program.
const struct FirstThread {
    FirstThread() { is_in_first_thread = true; }
} first_thread;

// A cache of the last arguments at each call address. A call with other arguments is compared with those of
// other ranks.
struct KnownCall {
    std::uint64_t address = 0;
    std::int64_t arguments[3] = {};
};
constexpr std::size_t known_count = 64;
KnownCall known_calls[known_count];

} // namespace

__thread bool is_in_first_thread = false;
bool threads_take_turns = false;

int find_world_rank(MPI_Comm comm, int partner) {
    if (partner < 0) return partner == waits_for_everyone ? partner : waits_for_somebody;
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
    match_mpi_collective(is_new);
}

void tell_other_communicator(MPI_Comm comm, bool operates) {
    RankStatus& status = *the_status;
    Channel* const channel = find_channel(comm);
    tell(status.communicator, channel == nullptr ? 0 : channel->number);
    tell(status.members, channel == nullptr ? unknown_members : channel->members);
    tell(status.operation, channel != nullptr && operates ? ++channel->operations : 0);
}

std::int64_t next_operation(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return ++world_operations;
    Channel* const channel = find_channel(comm);
    return channel == nullptr ? 0 : ++channel->operations;
}

std::uint64_t find_communicator_number(MPI_Comm comm) {
    const Channel* const channel = find_channel(comm);
    return channel == nullptr ? 0 : channel->number;
}

void enter_other_thread() {
    miss_in_log(log_misses_threads);
    __atomic_fetch_add(&the_status->thread_calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&the_status->waiting_threads, 1, __ATOMIC_RELAXED);
}

void count_operation_of_thread(WaitKind kind, MPI_Comm comm) {
    if (comm != MPI_COMM_WORLD) return;
    __atomic_fetch_add(&world_operations, 1, __ATOMIC_RELAXED);
    if (is_blocking_operation(kind)) __atomic_fetch_add(&the_session.host_collectives, 1, __ATOMIC_RELAXED);
}

void leave_other_thread() {
    if (is_being_ended()) return;
    __atomic_fetch_sub(&the_status->waiting_threads, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&the_status->thread_calls, 1, __ATOMIC_RELAXED);
}

HostWait::HostWait(WaitKind kind, const void* caller) : kind_(kind), told_(is_followed_thread()) {
    if (!told_) {
        enter_other_thread();
        return;
    }
    tell_caller(caller);
    RankStatus& status = *the_status;
    for (std::int64_t& argument : status.arguments)
        tell(argument, 0);
    tell(status.communicator, 0);
    tell(status.members, unknown_members);
    tell(status.operation, 0);
    tell(status.begun, 0);
    tell(status.begun_at, 0);
    tell(status.waiting, pack_waiting(the_session.waits += one_wait, kind_, waits_for_everyone));
}

void HostWait::waits_for(const Begun& begun) {
    if (!told_) return;
    RankStatus& status = *the_status;
    const bool operates = begun.what == Begun::What::Collective;
    tell_communicator(begun.comm, false);
    tell(status.operation, begun.operation);
    tell(status.arguments[0], operates ? begun.count : 0);
    tell(status.arguments[1], operates ? begun.partner : begun.tag);
    tell(status.arguments[2], operates ? begun.type : 0);
    tell(status.begun, static_cast<std::uint64_t>(begun.kind));
    tell(status.begun_at, begun.address);
    const int whom = operates ? waits_for_everyone : world_rank(begun.comm, begun.partner);
    tell(status.waiting, pack_waiting(the_session.waits += one_wait, kind_, whom));
}

void HostWait::waits_for_members(std::uint64_t members) {
    if (told_) tell(the_status->members, members);
}

void HostWait::waits_for_rank(int rank) {
    if (told_ && rank >= 0)
        tell(the_status->waiting, pack_waiting(the_session.waits += one_wait, kind_, rank));
}

namespace {

// In the order of their creation.
Lasting<std::vector<MPI_Request>> never_started;

void tell_first_prepared() {
    PreparedMessage& told = the_status->prepared;
    __atomic_store_n(&told.partner, 0, __ATOMIC_RELAXED);
    for (const MPI_Request request : never_started()) {
        const Begun* const begun = find_request(request);
        const int partner = begun == nullptr ? -1 : world_rank(begun->comm, begun->partner);
        if (partner < 0) continue;
        __atomic_store_n(&told.tag, begun->tag, __ATOMIC_RELAXED);
        tell(told.kind, static_cast<std::uint64_t>(begun->kind));
        tell(told.address, begun->address);
        __atomic_store_n(&told.partner, partner + 1, __ATOMIC_RELEASE);
        return;
    }
}

void forget_prepared(MPI_Request request) {
    std::vector<MPI_Request>& all = never_started();
    const auto found = std::find(all.begin(), all.end(), request);
    if (found == all.end()) return;
    all.erase(found);
    tell_first_prepared();
}

} // namespace

void tell_prepared(MPI_Request request) {
    if (!tells) return;
    never_started().push_back(request);
    if (the_status->prepared.partner == 0) tell_first_prepared();
}

void tell_started(MPI_Request request, Begun& begun) {
    if (!begun.started) forget_prepared(request);
    begun.started = true;
    if (begun.what == Begun::What::Send) tell_host_sent(begun.comm, begun.partner, begun.tag);
}

void tell_freed(MPI_Request request) {
    forget_prepared(request);
}

} // namespace loop::runtime::trace
