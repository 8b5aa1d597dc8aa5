#pragma once

// The status file of a rank: where it is, or was last seen. Plain data, no MPI; read by the launching side.

#include <loop/calls.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace loop {

// The detail of a rank that another MPI library's launcher started: it took itself for the only one.
constexpr std::int32_t wrong_launcher = 1001;

enum class RankState : std::int32_t {
    Starting = 1,    // before \OPEN0
    HostCode = 2,    // in host code, after the construct at `line`
    InConstruct = 3, // in the construct at `line`
    Closed = 4,      // \CLOSE0 done, record written; detail: in_finalisation while MPI_Finalize runs, else 0
    Exited = 5,      // ended without \CLOSE0; detail: exit code, -1 where unknown
    Signalled = 6,   // detail: signal number
    Aborted = 7,     // detail: the code given to MPI_Abort, before it is brought into 1 .. 255
    Refused = 8,     // a \REQUIRE did not hold on some rank, and all ended; detail: the exit code
    Failed = 9, // the runtime gave up, and said why; detail: 5, 7 (a file cannot be written), wrong_launcher
};

constexpr std::int32_t in_finalisation = 1;
constexpr std::int32_t has_told =
    1; // detail while open: its trace is written, as it was asked, and it waits for its end

enum class WaitKind : std::uint16_t {
    Nothing = 0,
    Construct = 1, // in the construct at `place`
#define LOOP_HOST_WAIT_ENUMERATOR(name, trace, kind) name,
    LOOP_HOST_WAITS(LOOP_HOST_WAIT_ENUMERATOR) LOOP_HOST_BEGINS(LOOP_HOST_WAIT_ENUMERATOR)
#undef LOOP_HOST_WAIT_ENUMERATOR
};

// "MPI_Recv"; "" for what is no call of host code.
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
// For what others have begun.
constexpr bool is_completion(WaitKind kind) {
    return kind >= WaitKind::Wait && kind <= WaitKind::Waitsome;
}

// What a rank waits for, where that is not another rank.
constexpr std::int32_t waits_for_somebody = -1;
constexpr std::int32_t waits_for_partners = -2; // of the construct, as its arguments say
constexpr std::int32_t waits_for_everyone = -3;

// A call that came with arguments which its line had not had before.
struct NewArguments {
    std::int64_t number; // from 1, written behind the others; 0: nothing, or just being written
    std::uint64_t place; // without bit 63; of an MPI call its WaitKind with host_call_bit
    std::int64_t call;
    std::int64_t arguments[3];
};
constexpr int new_arguments_kept = 8;

constexpr std::uint64_t host_call_bit = std::uint64_t{1} << 62; // in places of MPI calls of host code

// Which communicator: a hash of its members and of its index among communicators of these members, the same
// on all of them. 0: not known.
constexpr std::uint64_t world_communicator = 1;
constexpr std::uint64_t picl_communicator = 2;

// Of the messages of PICL and host code from or to one rank: the last one, and how many there were.
struct ToldMessage {
    std::int32_t partner;       // 1 added; 0: nothing here
    std::uint32_t number;       // of all messages in this direction between the two, from 1
    std::int32_t tag;           // or type
    std::uint32_t communicator; // the lower half of its number
};
constexpr int told_partners = 16; // a partner's place is its number modulo this one

// A persistent request for a message that was made and never started.
struct PreparedMessage {
    std::int32_t partner; // 1 added; 0: there is none
    std::int32_t tag;
    std::uint64_t kind; // a WaitKind: Send_init ... Recv_init
    std::uint64_t address;
};

constexpr int told_frames = 12;

// Written by the rank through a shared mapping: it outlives _exit and SIGKILL. 1224 bytes, the machine's byte
// order.
struct RankStatus {
    char magic[8]; // "LOOPST3"
    std::int32_t rank;
    std::int32_t ranks;     // 0 before \OPEN0
    std::int32_t lifecycle; // a RankState; HostCode while open: `place` then tells HostCode from InConstruct
    std::int32_t detail;
    std::int64_t sequence; // constructs entered so far
    std::uint64_t place;   // bit 63: inside; bits 32-47: Construct; bits 0-31: line
    std::int64_t pid;
    std::uint64_t waiting;  // see pack_waiting
    std::uint64_t previous; // `place`, or `host_address` with bit 62, before the present one
    // Of the construct or MPI call entered last; `published` is written behind the others.
    std::int64_t published;     // `sequence` at that time
    std::int64_t call;          // zero-based index of the call at its line
    std::int64_t arguments[3];  // constructs: size, distance, partners; MPI: see docs/record-format.md
    std::uint64_t host_address; // in the program, behind the last MPI call that may wait
    std::int64_t host_call;     // index of the MPI call among those of host code that may wait, from 1
    std::uint64_t communicator; // of the MPI call that the rank is in; PICL has one of its own
    std::uint64_t members;      // its members, see pack_members
    std::int64_t operation;     // index of the collective operation on it, from 1; 0: it is none
    std::uint64_t begun;        // a WaitKind: what began what MPI_Wait and the like wait for
    std::uint64_t begun_at;     // and the address behind that call
    NewArguments history[new_arguments_kept]; // the last ones, by their numbers modulo new_arguments_kept
    ToldMessage sent[told_partners];
    ToldMessage received[told_partners];
    PreparedMessage prepared;
    // Where other threads of the program may call MPI: how many threads are not the program's, or its first;
    // else 0. Of the others: how many wait in MPI calls, and how many such calls there were.
    std::int32_t own_threads;
    std::int32_t waiting_threads;
    std::int64_t thread_calls;
    char failed[32]; // the MPI function that failed, where it is known
    std::uint64_t
        frames[told_frames]; // addresses in the program when it failed, the innermost first, as host_address
};
static_assert(sizeof(RankStatus) == 1224, "the status file is part of the record format");

constexpr char rank_status_magic[8] = "LOOPST3";

constexpr std::int64_t ring_bit = std::int64_t{1} << 40; // in the partners of an \EXCHANGE

// Bits 40 to 63: how often the rank has waited so far; 16 to 39: whom for, 4 added; 0 to 15: WaitKind.
constexpr std::uint64_t one_wait = std::uint64_t{1} << 40;
constexpr std::uint64_t pack_waiting(std::uint64_t waits, WaitKind kind, std::int32_t partner) {
    return waits | (static_cast<std::uint64_t>(partner + 4) & 0xffffffu) << 16 |
           static_cast<std::uint64_t>(kind);
}

constexpr std::uint64_t pack_place(Construct construct, int line, bool inside) {
    return (inside ? std::uint64_t{1} << 63 : 0) | static_cast<std::uint64_t>(construct) << 32 |
           static_cast<std::uint32_t>(line);
}

// The members of a communicator: 0 all ranks; with bit 63 a bit for each of ranks 0 to 62; else, where they
// are evenly apart, the first from bit 0, the distance from bit 24, how many from bit 44.
constexpr std::uint64_t unknown_members = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t members_by_bits = std::uint64_t{1} << 63;

// `ranks`: ascending, of a world of `world` ranks.
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

// Whether the rank is one of them; true where nobody knows.
inline bool may_be_member(std::uint64_t members, std::int32_t rank) {
    if (members == 0 || members == unknown_members) return true;
    if ((members & members_by_bits) != 0) return rank < 63 && (members >> rank & 1) != 0;
    const auto first = static_cast<std::int64_t>(members & 0xffffffu);
    const auto apart = static_cast<std::int64_t>(members >> 24 & 0xfffffu);
    const auto count = static_cast<std::int64_t>(members >> 44);
    const std::int64_t distance = rank - first;
    return distance >= 0 && apart > 0 && distance % apart == 0 && distance / apart < count;
}

// Types as numbers: 0 is one that nothing is known of, 1 bytes, which may stand for any. Two collective
// operations that should be the same differ where their signatures do: without elements all are the same.
constexpr bool are_empty(const std::int64_t* own, const std::int64_t* other) {
    return own[0] == 0 && other[0] == 0;
}
constexpr bool types_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] > 1 && other[2] > 1 && own[2] != other[2] && !are_empty(own, other);
}
constexpr bool counts_differ(const std::int64_t* own, const std::int64_t* other) {
    return own[2] == other[2] && own[2] != 0 && own[0] >= 0 && other[0] >= 0 && own[0] != other[0];
}

// What a construct's published arguments are, by their place; "" where it has none there.
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

// The status in words that a reader wants.
struct RankPlace {
    RankState state;
    int detail;
    bool inside; // in the construct when last seen; also after an exit, signal or abort
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

// The last message to or from `partner`; null where none is known.
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
