#pragma once

// The status file of a rank: where the rank is, or was last seen. Plain data; the launching command reads it.

#include <loop/calls.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace loop {

// The detail of a rank started by another MPI library's launcher: each rank took itself for the only one.
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
// Detail while open: the rank has written its trace on request, and waits to be ended.
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
// Completes operations that other calls started.
constexpr bool is_completion(WaitKind kind) {
    return kind >= WaitKind::Wait && kind <= WaitKind::Waitsome;
}

// Whom a rank waits for, if not for one other rank.
constexpr std::int32_t waits_for_somebody = -1;
constexpr std::int32_t waits_for_partners = -2; // of the construct, as given by its arguments
constexpr std::int32_t waits_for_everyone = -3;

// A call with arguments that its line has not had before.
struct NewArguments {
    std::int64_t number; // from 1, written after the other fields; 0: no entry, or being written
    std::uint64_t place; // without bit 63; for an MPI call, its WaitKind with host_call_bit
    std::int64_t call;
    std::int64_t arguments[3];
};
constexpr int new_arguments_kept = 8;

constexpr std::uint64_t host_call_bit = std::uint64_t{1} << 62; // in `place` of MPI calls in host code

// Identifies a communicator: a hash of its members and of its index among the communicators with these
// members, the same on all of them. 0: unknown.
constexpr std::uint64_t world_communicator = 1;
constexpr std::uint64_t picl_communicator = 2;

// The last message of PICL or host code from or to one rank, and how many there have been.
struct ToldMessage {
    std::int32_t partner;       // plus 1; 0: unused
    std::uint32_t number;       // index among all messages in this direction between the two ranks, from 1
    std::int32_t tag;           // or type
    std::uint32_t communicator; // the lower half of its identifier
};
constexpr int told_partners = 16; // a partner's index is its rank modulo this

// A persistent request for a message that was created and never started.
struct PreparedMessage {
    std::int32_t partner; // plus 1; 0: there is none
    std::int32_t tag;
    std::uint64_t kind; // a WaitKind: Send_init ... Recv_init
    std::uint64_t address;
};

constexpr int told_frames = 12;

// Written by the rank through a shared mapping, so it survives _exit and SIGKILL. 1224 bytes, in the
// machine's byte order.
struct RankStatus {
    char magic[8]; // "LOOPST3"
    std::int32_t rank;
    std::int32_t ranks;     // 0 before \OPEN0
    std::int32_t lifecycle; // a RankState; HostCode in constructs too, see `place`
    std::int32_t detail;
    std::int64_t sequence; // constructs entered so far
    std::uint64_t place;   // bit 63: inside; bits 32-47: Construct; bits 0-31: line
    std::int64_t pid;
    std::uint64_t waiting;  // see pack_waiting
    std::uint64_t previous; // the previous `place`, or `host_address` with bit 62
    // About the construct or MPI call entered last; `published` is written after the others.
    std::int64_t published;     // `sequence` at that time
    std::int64_t call;          // zero-based index of the call at its line
    std::int64_t arguments[3];  // constructs: size, distance, partners; MPI: see docs/record-format.md
    std::uint64_t host_address; // in the program, after the last MPI call that may wait
    std::int64_t host_call;     // index of the MPI call among those in host code that may wait, from 1
    std::uint64_t communicator; // of the MPI call that the rank is in; PICL has its own
    std::uint64_t members;      // its members, see pack_members
    std::int64_t operation;     // index of the collective operation on it, from 1; 0: not collective
    std::uint64_t begun;        // a WaitKind: the call that started what MPI_Wait (or similar) waits for
    std::uint64_t begun_at;     // and the address after that call
    NewArguments history[new_arguments_kept]; // the last ones, indexed by number modulo new_arguments_kept
    ToldMessage sent[told_partners];
    ToldMessage received[told_partners];
    PreparedMessage prepared;
    // If other threads of the program may call MPI: the number of threads that are not the program's, plus
    // its main thread; else 0. Of the other threads: how many wait in MPI calls, and how many such calls they
    // have made.
    std::int32_t own_threads;
    std::int32_t waiting_threads;
    std::int64_t thread_calls;
    char failed[32];                   // the MPI function that failed, if known
    std::uint64_t frames[told_frames]; // stack of the failure as addresses like host_address, innermost first
};
static_assert(sizeof(RankStatus) == 1224, "the status file is part of the record format");

constexpr char rank_status_magic[8] = "LOOPST3";

constexpr std::int64_t ring_bit = std::int64_t{1} << 40; // in the `partners` argument of an \EXCHANGE

// Bits 40 to 63: how often the rank has waited so far; 16 to 39: for which rank, plus 4; 0 to 15: WaitKind.
constexpr std::uint64_t one_wait = std::uint64_t{1} << 40;
constexpr std::uint64_t pack_waiting(std::uint64_t waits, WaitKind kind, std::int32_t partner) {
    return waits | (static_cast<std::uint64_t>(partner + 4) & 0xffffffu) << 16 |
           static_cast<std::uint64_t>(kind);
}

constexpr std::uint64_t pack_place(Construct construct, int line, bool inside) {
    return (inside ? std::uint64_t{1} << 63 : 0) | static_cast<std::uint64_t>(construct) << 32 |
           static_cast<std::uint32_t>(line);
}

// The members of a communicator. 0: all ranks. With bit 63: one bit for each of the ranks 0 to 62. Else, for
// evenly spaced ranks: the first rank from bit 0, the distance from bit 24, the number of ranks from bit 44.
constexpr std::uint64_t unknown_members = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t members_by_bits = std::uint64_t{1} << 63;

// `ranks`: ascending, out of `world` ranks.
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

// Types are numbers: 0 is unknown, 1 is bytes, which match any type. Two calls of a collective operation
// differ if their signatures differ; without elements, all signatures are equal.
constexpr bool are_empty(const std::int64_t* own, const std::int64_t* other) {
    return own[0] == 0 && other[0] == 0;
}
constexpr bool types_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] > 1 && other[2] > 1 && own[2] != other[2] && !are_empty(own, other);
}
constexpr bool counts_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] == other[2] && own[2] != 0 && own[0] >= 0 && other[0] >= 0 && own[0] != other[0];
}

// Returns the name of a construct's published argument with this index; "" if it has none.
inline const char* argument_name(Construct construct, int index) {
    const char* const pairs[] = {"size", "distance", "number of partners"};
    const char* const messages[] = {"length", "type", "receiver"};
    const char* const broadcasts[] = {"length", "root", ""};
    const char* const operations[] = {"number of items", "datatype", "root"};
    const auto is_one_of = [construct](auto... these) { return ((construct == these) || ...); };
    using C = Construct;
    if (is_one_of(C::Communicate, C::Exchange)) return pairs[index];
    if (is_one_of(C::PiclSend, C::PiclRecv, C::PiclSendEnd, C::PiclRecvEnd)) return messages[index];
    const CallKind kind = call_info(construct).kind;
    if (kind == CallKind::Bcast) return broadcasts[index];
    if (kind == CallKind::Gather || kind == CallKind::Reduce) return operations[index];
    if (index > 0) return "";
    if (is_one_of(C::Multibcast0, C::MultibcastMe, C::MultibcastAlter)) return "size";
    if (is_one_of(C::TreeCollectVec, C::TreeDistribVec)) return "number of elements";
    return construct == C::TreeBcast ? "number of bytes" : "";
}

// The decoded status.
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
    std::int64_t operation = 0;
    WaitKind begun = WaitKind::Nothing;
    std::uint64_t begun_at = 0;
    ToldMessage sent[told_partners] = {};
    ToldMessage received[told_partners] = {};
    PreparedMessage prepared{};
    std::string failed{};
    std::uint64_t frames[told_frames] = {};

    bool in_host_call() const { return waits > WaitKind::Construct; }
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
