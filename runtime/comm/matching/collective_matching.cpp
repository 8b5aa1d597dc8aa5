#include "comm/matching/collective_matching.h"

#include "comm/matching/peers.h"
#include "session/failure.h"
#include "session/session.h"
#include "session/waits.h"
#include "trace/excluded.h"

#include <algorithm>
#include <atomic>
#include <string>

namespace loop::runtime {
namespace {

// An operation of this rank. Operations are numbered from 1 in each channel (PICL or MPI).
struct Called {
    Call call;
    Site site{"", 0};               // PICL's
    std::uint64_t host_address = 0; // MPI's
};
constexpr std::size_t kept = 64; // calls kept per channel: a rank may be this far ahead of its neighbors

struct Channel {
    std::int64_t last = 0;
    Called calls[kept];
};
Channel channels[2]; // PICL's, MPI's

Channel& channel_of(const Call& call) {
    return channels[is_mpi(call) ? 1 : 0];
}

struct Neighbour {
    int side; // 1: the next rank, -1: the one before
    std::int64_t seen = 0;

    int rank() const { return (the_session.rank + the_session.ranks + side) % the_session.ranks; }
};
Neighbour neighbours[2] = {{1}, {-1}};

Construct construct_of(const Call& call) {
    return static_cast<Construct>(call.place >> 32 & 0xffffu);
}

bool is_broadcast(Construct construct) {
    return call_info(construct).kind == CallKind::Bcast;
}

bool is_operation(const Call& call) {
    return is_mpi(call) || call_info(construct_of(call)).kind > CallKind::Barrier;
}

std::string name_of(const Call& call) {
    return is_mpi(call) ? host_wait_name(static_cast<WaitKind>(call.place & 0xffffu))
                        : construct_name(construct_of(call));
}

[[noreturn]] void fail_in(const Called& own, const std::string& problem) {
    const std::string which = concat(problem, " (collective operation ", own.call.number);
    if (!is_mpi(own.call)) fail(own.site, construct_of(own.call), which, " of PICL)");
    // The launching command maps the address to a line.
    tell(the_status->host_address, own.host_address);
    tell(the_status->waiting, pack_waiting(the_session.waits, static_cast<WaitKind>(own.call.place & 0xffffu),
                                           waits_for_everyone));
    fail(Site{"", 0}, name_of(own.call),
         concat(which, " on MPI_COMM_WORLD, in host code ", seen_text(place_of(*the_status)), ")"),
         exit_run_failed);
}

[[noreturn]] void fail_in(const Called& own, const std::string& argument, std::int64_t other, int rank,
                          int index) {
    fail_in(own, concat("different arguments: the ", argument, " is ", own.call.arguments[index], ", and ",
                        other, " on rank ", rank));
}

void compare_mpi_arguments(const Called& own, const Call& other, int rank) {
    if (own.call.arguments[1] != other.arguments[1]) fail_in(own, "root", other.arguments[1], rank, 1);
    if (types_differ(own.call.arguments, other.arguments))
        fail_in(own, concat("different arguments: the datatype differs on rank ", rank));
    if (counts_differ(own.call.arguments, other.arguments))
        fail_in(own, "count", other.arguments[0], rank, 0);
}

void compare_picl_arguments(const Called& own, const Call& other, int rank) {
    for (int i = 0; i < 3; ++i)
        if (own.call.arguments[i] != other.arguments[i])
            fail_in(own, argument_name(construct_of(own.call), i), other.arguments[i], rank, i);
}

bool is_same_operation(const Call& own, const Call& other) {
    if (is_mpi(own)) return own.place == other.place;
    const Construct construct = construct_of(own);
    return construct == construct_of(other) || (is_broadcast(construct) && is_broadcast(construct_of(other)));
}

// Returns false if this rank has not reached operation `other` yet.
bool compare_operation(const Call& other, int rank) {
    if (!is_operation(other)) return true;
    const Channel& channel = channel_of(other);
    if (other.number > channel.last) return false;
    const Called& own = channel.calls[static_cast<std::size_t>(other.number) % kept];
    if (own.call.number != other.number) return true;
    if (!is_same_operation(own.call, other))
        fail_in(own, concat("different sequence: it is ", name_of(other), " on rank ", rank));
    if (is_mpi(other)) {
        compare_mpi_arguments(own, other, rank);
    } else {
        compare_picl_arguments(own, other, rank);
    }
    return true;
}

void look_at(Neighbour& neighbour) {
    const int rank = neighbour.rank();
    const RankStatus* const status = status_of(rank);
    if (status == nullptr) return;
    Call other;
    if (read_present(*status, other)) compare_operation(other, rank);
    bool settled = true;
    std::int64_t latest = neighbour.seen;
    for (const NewArguments& entry : status->history) {
        const std::int64_t number = read_entry(entry, other);
        if (number == 0) continue;
        latest = std::max(latest, number);
        settled = compare_operation(other, rank) && settled;
    }
    if (settled) neighbour.seen = latest;
}

bool has_news(const Neighbour& neighbour) {
    const RankStatus* const status = status_of(neighbour.rank());
    return status != nullptr && has_told_more(*status, neighbour.seen);
}

void look_at_neighbours() {
    for (Neighbour& neighbour : neighbours)
        look_at(neighbour);
}

void match(const Called& own, bool is_new) {
    Channel& channel = channel_of(own.call);
    channel.last = own.call.number;
    channel.calls[static_cast<std::size_t>(own.call.number) % kept] = own;
    if (is_new) {
        const Excluded not_measured;
        tell_new(own.call);
        return look_at_neighbours();
    }
    // Either the neighbor sees what this rank has published, or this rank sees what the neighbor has
    // published.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!has_news(neighbours[0]) && !has_news(neighbours[1])) return;
    const Excluded not_measured;
    look_at_neighbours();
}

} // namespace

void match_picl_collective(bool is_new) {
    if (has_peers()) match({own_call(), the_session.site, 0}, is_new);
}

void match_mpi_collective(bool is_new) {
    if (!has_peers()) return;
    Called own{own_call(), {"", 0}, the_status->host_address};
    own.call.place = static_cast<std::uint64_t>(own.call.number) | host_call_bit; // a WaitKind
    own.call.number = -the_status->published;
    match(own, is_new);
}

void match_last_collectives() {
    if (has_peers()) look_at_neighbours();
}

} // namespace loop::runtime
