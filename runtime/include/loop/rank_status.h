#pragma once

// The status file of a rank: what the rank is doing, or did last. Plain data; the launching command reads it.

#include <loop/calls.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace loop {

// Detail of `Failed`: started by another MPI library's launcher, so that each rank was a run of its own.
constexpr std::int32_t wrong_launcher = 1001;

enum class RankState : std::int32_t {
    Starting = 1,    // before \OPEN0
    HostCode = 2,    // in host code, after the construct at `line`
    InConstruct = 3, // in the construct at `line`
    Closed = 4,      // \CLOSE0 done, record written; detail: in_finalisation while MPI_Finalize runs, else 0
    Exited = 5,      // ended without \CLOSE0; detail: exit code, -1 if unknown
    Signalled = 6,   // detail: signal number
    Aborted = 7,     // detail: the code given to MPI_Abort, before it is mapped to 1 .. 255
    Refused = 8,     // a \REQUIRE failed on some rank, and all ranks ended; detail: the exit code
    Failed = 9,      // ended by the runtime; detail: 5, 7 (a file cannot be written), or wrong_launcher
};

constexpr std::int32_t in_finalisation = 1;
// Detail before \CLOSE0: on request, the rank has written its trace; it waits until it is killed.
constexpr std::int32_t has_told = 1;

enum class WaitKind : std::uint16_t {
    Nothing = 0,
    Construct = 1, // in the construct at `place`
#define LOOP_HOST_WAIT_ENUMERATOR(name, trace, kind) name,
    LOOP_HOST_WAITS(LOOP_HOST_WAIT_ENUMERATOR) LOOP_HOST_BEGINS(LOOP_HOST_WAIT_ENUMERATOR)
#undef LOOP_HOST_WAIT_ENUMERATOR
};

// Returns for example "MPI_Recv"; "" if the kind is not a call in host code.
inline const char* host_wait_name(WaitKind kind) {
    static const char* const names[] = {"", "",
#define LOOP_HOST_WAIT_NAME(name, trace, kind) "MPI_" #name,
                                        LOOP_HOST_WAITS(LOOP_HOST_WAIT_NAME)
                                            LOOP_HOST_BEGINS(LOOP_HOST_WAIT_NAME)
#undef LOOP_HOST_WAIT_NAME
    };
    const auto index = static_cast<unsigned>(kind);
    return index < sizeof(names) / sizeof(names[0]) ? names[index] : "";
}

constexpr bool is_blocking_operation(WaitKind kind) {
    return kind >= WaitKind::Barrier && kind <= WaitKind::Exscan;
}
constexpr bool is_begun_operation(WaitKind kind) {
    return kind >= WaitKind::Ibarrier && kind <= WaitKind::Iexscan;
}
// Returns whether the call completes operations that other calls started.
constexpr bool is_completion(WaitKind kind) {
    return kind >= WaitKind::Wait && kind <= WaitKind::Waitsome;
}

// What a rank waits for, if not for one particular rank.
constexpr std::int32_t waits_for_somebody = -1;
constexpr std::int32_t waits_for_partners = -2; // those that the construct's arguments name
constexpr std::int32_t waits_for_everyone = -3;

// Published by a rank when a call has other arguments than all earlier calls at its line; of \AMONG and MPI's
// collectives, than the call before.
struct NewArguments {
    std::int64_t number; // from 1, written after the other fields; 0: no entry, or being written
    std::uint64_t place; // as RankStatus::place, without bit 63; MPI calls: WaitKind and host_call_bit
    std::int64_t call;
    std::int64_t arguments[3];
};
constexpr int new_arguments_kept = 8;

constexpr std::uint64_t host_call_bit = std::uint64_t{1} << 62; // in `place` of MPI calls in host code

// Identifiers of communicators. Except for these two, the identifier is a hash of the members and of the
// index of the communicator among those with the same members. All members compute the same hash. 0: unknown.
constexpr std::uint64_t world_communicator = 1;
constexpr std::uint64_t picl_communicator = 2;

// The last message of PICL or host code from or to one rank.
struct ToldMessage {
    std::int32_t partner;       // the rank plus 1; 0: unused
    std::uint32_t number;       // index among all messages in this direction between the two ranks, from 1
    std::int32_t tag;           // PICL: type
    std::uint32_t communicator; // the lower 32 bits of its identifier
};
constexpr int told_partners = 16; // entries; a partner's entry is its rank modulo 16

// A persistent request for a message, which the rank has created but never started.
struct PreparedMessage {
    std::int32_t partner; // the rank plus 1; 0: there is no such request
    std::int32_t tag;
    std::uint64_t kind; // a WaitKind: Send_init ... Recv_init
    std::uint64_t address;
};

constexpr int told_frames = 12;

// What a rank has worked out for its last \SEND or \RELAY with new arguments, or the arguments of its last
// \DEAL with new ones: COUNT, BY, GIVE, RETURN, CHUNK.
struct ToldPairs {
    std::int64_t sequence;  // RankStatus::sequence of that call
    std::int64_t values[8]; // of the variables that the arguments use
    std::int32_t value_count;
    std::int32_t receiver_count;
    std::int32_t receivers[4]; // the first ones
};

// RankStatus::own_threads of a rank that may wait for processes outside of its MPI_COMM_WORLD, which have no
// status: it has called MPI_Comm_spawn, MPI_Comm_accept, MPI_Comm_connect, or the like.
constexpr std::int32_t helped_by_outsiders = -1;

// Written by the rank through a shared mapping, so it survives _exit and SIGKILL. 1376 bytes, in the
// machine's byte order.
struct RankStatus {
    char magic[8]; // "LOOPST6"
    std::int32_t rank;
    std::int32_t ranks;     // 0 before \OPEN0
    std::int32_t lifecycle; // a RankState; it stays HostCode inside constructs, see `place`
    std::int32_t detail;
    std::int64_t sequence; // number of constructs entered so far
    std::uint64_t place;   // bit 63: inside; bits 32-47: Construct; bits 0-31: line
    std::int64_t pid;
    std::uint64_t waiting;  // see pack_waiting
    std::uint64_t previous; // the previous `place`, or `host_address` with bit 62
    // The following fields describe the construct or MPI call entered last (docs/record-format.md).
    std::int64_t published;     // constructs: `sequence` at that time; written after the other fields
    std::int64_t call;          // zero-based index of the call at its line
    std::int64_t arguments[3];  // as `argument_name` says; MPI: see docs/record-format.md
    std::uint64_t host_address; // return address of the last MPI call that may wait, less the load address
    std::int64_t host_call;     // index of the MPI call among those in host code that may wait, from 1
    std::uint64_t communicator; // of the MPI call that the rank is in; PICL has its own
    std::uint64_t members;      // of that communicator, see pack_members
    std::int64_t operation;     // index of the collective operation on it, from 1; 0: not collective
    std::uint64_t begun;        // in MPI_Wait and the like: a WaitKind, the call that started the operation
    std::uint64_t begun_at;     // the return address of that call
    NewArguments history[new_arguments_kept]; // the last ones, indexed by number modulo new_arguments_kept
    ToldMessage sent[told_partners];
    ToldMessage received[told_partners];
    PreparedMessage prepared;
    // With MPI_THREAD_MULTIPLE; else 0, or helped_by_outsiders:
    std::int32_t own_threads;          // the main thread, and the threads of MPI and the runtime
    std::int32_t waiting_threads;      // other threads of the program that wait in MPI calls
    std::int64_t thread_calls;         // how often those threads began or ended such a wait
    char failed[32];                   // the MPI function that failed, if known
    std::uint64_t frames[told_frames]; // return addresses on the stack at the failure, innermost first
    ToldPairs pairs;
    std::uint64_t group; // the ranks of the \AMONG that the rank is in, see pack_members; 0: all ranks
    // The innermost \AMONG that the rank is in, or the one that it has left last: changes with each call.
    NewArguments among;
};
static_assert(sizeof(RankStatus) == 1376, "the status file is part of the record format");

constexpr char rank_status_magic[8] = "LOOPST6";

constexpr std::int64_t ring_bit = std::int64_t{1} << 40; // in the `partners` argument of an \EXCHANGE

// The field `waiting`. Bits 40 to 63: number of waits so far; bits 16 to 39: the rank that it waits for, plus
// 4; bits 0 to 15: WaitKind.
constexpr std::uint64_t one_wait = std::uint64_t{1} << 40;
constexpr std::uint64_t pack_waiting(std::uint64_t waits, WaitKind kind, std::int32_t partner) {
    return waits | (static_cast<std::uint64_t>(partner + 4) & 0xffffffu) << 16 |
           static_cast<std::uint64_t>(kind);
}

// What `arguments` say if threads wait (\THREADS is the construct at `place`): [0] is the number of the first
// thread that waits, [1] is this, [2] are the ranks that it waits for, see pack_members.
constexpr std::int64_t pack_thread_wait(Construct construct, int waiting, int threads) {
    return static_cast<std::int64_t>(construct) | static_cast<std::int64_t>(waiting) << 16 |
           static_cast<std::int64_t>(threads) << 32;
}

constexpr std::uint64_t pack_place(Construct construct, int line, bool inside) {
    return (inside ? std::uint64_t{1} << 63 : 0) | static_cast<std::uint64_t>(construct) << 32 |
           static_cast<std::uint32_t>(line);
}

// The members of a communicator, as 64 bits. 0: all ranks. If bit 63 is set: bit r is set if rank r is a
// member, for ranks 0 to 62. Otherwise, the members are evenly spaced ranks: bits 0 to 23 are the first one,
// bits 24 to 43 the distance, bits 44 to 62 the number of ranks.
constexpr std::uint64_t unknown_members = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t members_by_bits = std::uint64_t{1} << 63;

// `ranks` are the `count` members in ascending order; `world` is the number of ranks of the run.
inline std::uint64_t pack_members(const std::int32_t* ranks, std::int64_t count, std::int32_t world) {
    if (count == world) return 0;
    if (count <= 0) return unknown_members;
    if (ranks[count - 1] < 63) {
        std::uint64_t bits = members_by_bits;
        for (std::int64_t i = 0; i < count; ++i)
            if (ranks[i] >= 0) bits |= std::uint64_t{1} << ranks[i];
        return bits;
    }
    const std::int64_t apart = count > 1 ? ranks[1] - ranks[0] : 1;
    for (std::int64_t i = 0; i < count; ++i)
        if (ranks[i] != ranks[0] + i * apart) return unknown_members;
    const bool fits = ranks[0] >= 0 && ranks[0] < 1 << 24 && apart > 0 && apart < 1 << 20 && count < 1 << 18;
    if (!fits) return unknown_members;
    return static_cast<std::uint64_t>(ranks[0]) | static_cast<std::uint64_t>(apart) << 24 |
           static_cast<std::uint64_t>(count) << 44;
}

// Returns whether the rank is a member; true if unknown.
inline bool may_be_member(std::uint64_t members, std::int32_t rank) {
    if (members == 0 || members == unknown_members) return true;
    if ((members & members_by_bits) != 0) return rank < 63 && (members >> rank & 1) != 0;
    const auto first = static_cast<std::int64_t>(members & 0xffffffu);
    const auto apart = static_cast<std::int64_t>(members >> 24 & 0xfffffu);
    const auto count = static_cast<std::int64_t>(members >> 44);
    const std::int64_t distance = rank - first;
    return distance >= 0 && apart > 0 && distance % apart == 0 && distance / apart < count;
}

// These compare the published arguments of two calls of a collective operation: [0] is the number of
// elements, [2] the type. Type 0 is unknown; type 1 is bytes, which match any type. Without elements, types
// do not matter.
constexpr bool are_empty(const std::int64_t* own, const std::int64_t* other) {
    return own[0] == 0 && other[0] == 0;
}
constexpr bool types_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] > 1 && other[2] > 1 && own[2] != other[2] && !are_empty(own, other);
}
constexpr bool counts_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] == other[2] && own[2] != 0 && own[0] >= 0 && other[0] >= 0 && own[0] != other[0];
}

// The hash of all pairs and sizes of a \SEND: a number that says nothing but whether they are the same. And
// that of the arguments of a \DEAL. COUNT is compared before it, so the name lists the others.
inline constexpr char pairs_name[] = "pairs and sizes";
// The hash of all groups of an \AMONG. The second argument, which is not compared, is that of the values of
// its variables.
inline constexpr char groups_name[] = "groups";
inline constexpr char deal_name[] = "BY, GIVE, RETURN, or CHUNK";
// The hash of the other arguments of one of MPI's collectives.
inline constexpr char collective_name[] = "sizes, OP, TYPE, or PERSISTENT";
inline bool is_hash(const char* argument) {
    return argument == pairs_name || argument == groups_name || argument == deal_name ||
           argument == collective_name;
}

// Returns the name of a construct's published argument with this index; "" if it has none.
inline const char* argument_name(Construct construct, int index) {
    const char* const pairs[] = {"size", "distance", "number of partners"};
    const char* const sends[] = {"size", pairs_name, ""};
    const char* const deals[] = {"count", deal_name, ""};
    const char* const messages[] = {"length", "type", "receiver"};
    const char* const broadcasts[] = {"length", "root", ""};
    const char* const operations[] = {"number of items", "datatype", "root"};
    const auto is_one_of = [construct](auto... these) { return ((construct == these) || ...); };
    using C = Construct;
    if (is_one_of(C::Communicate, C::Exchange)) return pairs[index];
    if (is_one_of(C::Send, C::Relay)) return sends[index];
    if (construct == C::Deal) return deals[index];
    if (is_one_of(C::PiclSend, C::PiclRecv, C::PiclSendEnd, C::PiclRecvEnd)) return messages[index];
    const char* const collectives[] = {"size", "root", collective_name};
    if (construct >= C::Bcast && construct <= C::ReduceScatter) return collectives[index];
    const CallKind kind = call_info(construct).kind;
    if (kind == CallKind::Bcast) return broadcasts[index];
    if (kind == CallKind::Gather || kind == CallKind::Reduce) return operations[index];
    if (index > 0) return "";
    if (construct == C::Among) return groups_name;
    if (is_one_of(C::Multibcast0, C::MultibcastMe, C::MultibcastAlter)) return "size";
    if (is_one_of(C::TreeCollectVec, C::TreeDistribVec)) return "number of elements";
    return construct == C::TreeBcast ? "number of bytes" : "";
}

// The decoded status. Fields as in RankStatus, unless a comment says otherwise.
struct RankPlace {
    RankState state;
    int detail;
    bool inside; // in the construct when last seen; also after an exit, signal, or abort
    int line;    // 0 before the first construct
    Construct construct;
    std::int64_t sequence;
    WaitKind waits = WaitKind::Nothing;
    std::int32_t waits_for = waits_for_somebody;
    std::int64_t call = 0;
    std::int64_t arguments[3] = {};
    std::uint64_t host_address = 0;
    std::uint64_t previous = 0;
    std::uint64_t communicator = 0;
    std::uint64_t members = 0;
    std::uint64_t group = 0;
    std::int64_t operation = 0;
    WaitKind begun = WaitKind::Nothing;
    std::uint64_t begun_at = 0;
    ToldMessage sent[told_partners] = {};
    ToldMessage received[told_partners] = {};
    PreparedMessage prepared{};
    std::string failed{};
    std::uint64_t frames[told_frames] = {};

    bool in_host_call() const { return waits > WaitKind::Construct; }
    // The ranks among which it communicates, see pack_members.
    std::uint64_t among() const { return in_host_call() ? members : group; }
};

inline bool valid(const RankStatus& status) {
    return std::memcmp(status.magic, rank_status_magic, sizeof status.magic) == 0 &&
           status.lifecycle >= static_cast<int>(RankState::Starting) &&
           status.lifecycle <= static_cast<int>(RankState::Failed);
}

inline bool is_waiting(const RankStatus& status) {
    return (status.waiting & 0xffffu) != 0;
}

// Returns the last message to or from `partner`; null if unknown.
inline const ToldMessage* find_message(const ToldMessage* told, std::int32_t partner) {
    if (partner < 0) return nullptr;
    const ToldMessage& found = told[partner % told_partners];
    return found.partner == partner + 1 ? &found : nullptr;
}

inline RankPlace place_of(const RankStatus& status) {
    RankPlace place{};
    place.inside = (status.place >> 63) != 0;
    place.state = static_cast<RankState>(status.lifecycle);
    if (place.state == RankState::HostCode && place.inside) place.state = RankState::InConstruct;
    place.detail = status.detail;
    place.line = static_cast<int>(status.place & 0xffffffffu);
    place.construct = static_cast<Construct>((status.place >> 32) & 0xffffu);
    place.sequence = status.sequence;
    place.waits = static_cast<WaitKind>(status.waiting & 0xffffu);
    place.waits_for = static_cast<std::int32_t>(status.waiting >> 16 & 0xffffffu) - 4;
    place.call = status.call;
    std::memcpy(place.arguments, status.arguments, sizeof place.arguments);
    place.host_address = status.host_address;
    place.previous = status.previous;
    place.communicator = status.communicator;
    place.members = status.members;
    place.group = status.group;
    place.operation = status.operation;
    place.begun = static_cast<WaitKind>(status.begun & 0xffffu);
    place.begun_at = status.begun_at;
    std::memcpy(place.sent, status.sent, sizeof place.sent);
    std::memcpy(place.received, status.received, sizeof place.received);
    place.prepared = status.prepared;
    place.failed.assign(status.failed, strnlen(status.failed, sizeof status.failed));
    std::memcpy(place.frames, status.frames, sizeof place.frames);
    return place;
}

} // namespace loop
