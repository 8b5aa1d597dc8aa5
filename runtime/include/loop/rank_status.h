#pragma once

// The status file of a rank: where it is, or was last seen. Plain data, no MPI; read by the launching side.

#include <cstdint>
#include <cstring>

namespace loop {

// What a rank does inside a construct or call. A global operation of PICL communicates by MPI's own collective
// calls, whose messages nobody counts. A kernel computes and communicates, and does not record which when.
enum class ConstructRole : std::uint8_t { Computes, Communicates, Global, Kernel };

// Number, name, role.
#define LOOP_CONSTRUCTS(X)                                                                                   \
    X(None, "", Communicates)                                                                                \
    X(Open0, "OPEN0", Communicates)                                                                          \
    X(Close0, "CLOSE0", Communicates)                                                                        \
    X(Mat, "MAT", Computes)                                                                                  \
    X(Vec, "VEC", Computes)                                                                                  \
    X(InitArray, "INIT_ARRAY", Computes)                                                                     \
    X(Loop, "LOOP", Computes)                                                                                \
    X(Matprod, "MATPROD", Computes)                                                                          \
    X(Matvecprod, "MATVECPROD", Computes)                                                                    \
    X(Scalprod, "SCALPROD", Computes)                                                                        \
    X(Communicate, "COMMUNICATE", Communicates)                                                              \
    X(Exchange, "EXCHANGE", Communicates)                                                                    \
    X(Multibcast0, "MULTIBCAST0", Communicates)                                                              \
    X(MultibcastMe, "MULTIBCAST_ME", Communicates)                                                           \
    X(MultibcastAlter, "MULTIBCAST_ALTER", Communicates)                                                     \
    X(TreeBcast, "TREE_BCAST", Communicates)                                                                 \
    X(TreeCollectVec, "TREE_COLLECT_VEC", Communicates)                                                      \
    X(TreeDistribVec, "TREE_DISTRIB_VEC", Communicates)                                                      \
    X(VisibleSync, "VISIBLE_SYNC", Communicates)                                                             \
    X(Flops, "FLOPS", Computes)                                                                              \
    X(Phase, "PHASE", Computes)                                                                              \
    X(Result, "RESULT", Computes)                                                                            \
    X(Verify, "VERIFY", Computes)                                                                            \
    X(Require, "REQUIRE", Communicates)                                                                      \
    X(Untimed, "UNTIMED", Communicates)                                                                      \
    X(Note, "NOTE", Computes)                                                                                \
    X(Apexmap, "APEXMAP", Kernel)                                                                            \
    X(Pingpong, "PINGPONG", Kernel)                                                                          \
    X(Clue, "CLUE", Kernel)                                                                                  \
    X(Bspbench, "BSPBENCH", Kernel)                                                                          \
    X(Bspprobe, "BSPPROBE", Kernel)                                                                          \
    X(PiclOpen, "open0", Communicates)                                                                       \
    X(PiclClose, "close0", Communicates)                                                                     \
    X(PiclWho, "who0", Communicates)                                                                         \
    X(PiclSend, "send0", Communicates)                                                                       \
    X(PiclRecv, "recv0", Communicates)                                                                       \
    X(PiclSendBegin, "sendbegin0", Communicates)                                                             \
    X(PiclSendEnd, "sendend0", Communicates)                                                                 \
    X(PiclRecvBegin, "recvbegin0", Communicates)                                                             \
    X(PiclRecvEnd, "recvend0", Communicates)                                                                 \
    X(PiclRecvInfo, "recvinfo0", Communicates)                                                               \
    X(PiclProbe, "probe0", Communicates)                                                                     \
    X(PiclSync, "sync0", Global)                                                                             \
    X(PiclClock, "clock0", Communicates)                                                                     \
    X(PiclClockSync, "clocksync0", Communicates)                                                             \
    X(PiclMessage, "message0", Communicates)                                                                 \
    X(PiclBarrier, "barrier0", Global)                                                                       \
    X(PiclBcast0, "bcast0", Global)                                                                          \
    X(PiclBcast1, "bcast1", Global)                                                                          \
    X(PiclGather, "gather0", Global)                                                                         \
    X(PiclMax, "gmax0", Global)                                                                              \
    X(PiclMin, "gmin0", Global)                                                                              \
    X(PiclSum, "gsum0", Global)                                                                              \
    X(PiclProd, "gprod0", Global)                                                                            \
    X(PiclAnd, "gand0", Global)                                                                              \
    X(PiclOr, "gor0", Global)                                                                                \
    X(PiclXor, "gxor0", Global)                                                                              \
    X(PiclComb, "gcomb0", Global)                                                                            \
    X(PiclArc, "setarc0", Communicates)                                                                      \
    X(PiclNeighbor, "neighbor0", Communicates)                                                               \
    X(PiclTrace, "trace", Communicates)                                                                      \
    X(BspBegin, "bsp_begin", Communicates)                                                                   \
    X(BspEnd, "bsp_end", Communicates)                                                                       \
    X(BspSync, "bsp_sync", Communicates)

enum class Construct : std::uint16_t {
#define LOOP_CONSTRUCT_ENUMERATOR(id, text, role) id,
    LOOP_CONSTRUCTS(LOOP_CONSTRUCT_ENUMERATOR)
#undef LOOP_CONSTRUCT_ENUMERATOR
};

// The name without a backslash: upper case for constructs, lower case for PICL's and BSPlib's calls. "" for
// an unknown number.
inline const char* construct_name(Construct construct) {
    static const char* const names[] = {
#define LOOP_CONSTRUCT_NAME(id, text, role) text,
        LOOP_CONSTRUCTS(LOOP_CONSTRUCT_NAME)
#undef LOOP_CONSTRUCT_NAME
    };
    const auto index = static_cast<unsigned>(construct);
    return index < sizeof(names) / sizeof(names[0]) ? names[index] : "";
}

// Of the construct or call with this name; one that is not known communicates.
inline ConstructRole construct_role(const char* name) {
#define LOOP_CONSTRUCT_ROLE(id, text, role)                                                                  \
    if (std::strcmp(name, text) == 0) return ConstructRole::role;
    LOOP_CONSTRUCTS(LOOP_CONSTRUCT_ROLE)
#undef LOOP_CONSTRUCT_ROLE
    return ConstructRole::Communicates;
}

enum class RankState : std::int32_t {
    Starting = 1,    // before \OPEN0
    HostText = 2,    // in host text, after the construct at `line`
    InConstruct = 3, // in the construct at `line`
    Closed = 4,      // \CLOSE0 done, record written; detail: in_finalisation while MPI_Finalize runs, else 0
    Exited = 5,      // ended without \CLOSE0; detail: exit code, -1 where unknown
    Signalled = 6,   // detail: signal number
    Aborted = 7,     // detail: the code given to MPI_Abort, before it is brought into 1 .. 255
    Refused = 8,     // a \REQUIRE did not hold on some rank, and all ended; detail: the exit code
    Failed = 9,      // the runtime gave up, and said why; detail: 5, or 7 where a file could not be written
};

constexpr std::int32_t in_finalisation = 1;
constexpr std::int32_t has_told = 1; // detail while open: its trace is written, as it was asked, and it waits for its end

// The MPI calls of host text that may wait.
#define LOOP_HOST_WAITS(X)                                                                                   \
    X(Send)                                                                                                  \
    X(Bsend)                                                                                                 \
    X(Ssend) X(Rsend) X(Recv) X(Sendrecv) X(Sendrecv_replace) X(Probe) X(Wait) X(Waitall) X(Waitany)         \
        X(Waitsome) X(Barrier) X(Bcast) X(Gather) X(Gatherv) X(Scatter) X(Scatterv) X(Allgather)             \
            X(Allgatherv) X(Alltoall) X(Alltoallv) X(Alltoallw) X(Reduce) X(Allreduce)                       \
                X(Reduce_scatter_block) X(Reduce_scatter) X(Scan) X(Exscan) X(Comm_dup)                      \
                    X(Comm_dup_with_info) X(Comm_create) X(Comm_create_group) X(Comm_split)                  \
                        X(Comm_split_type) X(Cart_create) X(Cart_sub) X(Graph_create) X(Intercomm_create)    \
                            X(Intercomm_merge) X(Comm_free) X(Comm_disconnect) X(Finalize)

enum class WaitKind : std::uint16_t {
    Nothing = 0,
    Construct = 1, // in the construct at `place`
#define LOOP_HOST_WAIT_ENUMERATOR(name) name,
    LOOP_HOST_WAITS(LOOP_HOST_WAIT_ENUMERATOR)
#undef LOOP_HOST_WAIT_ENUMERATOR
};

// "MPI_Recv"; "" for what is no call of host text.
inline const char* host_wait_name(WaitKind kind) {
    static const char* const names[] = {"", "",
#define LOOP_HOST_WAIT_NAME(name) "MPI_" #name,
                                        LOOP_HOST_WAITS(LOOP_HOST_WAIT_NAME)
#undef LOOP_HOST_WAIT_NAME
    };
    const auto index = static_cast<unsigned>(kind);
    return index < sizeof(names) / sizeof(names[0]) ? names[index] : "";
}

// Whom a rank waits for, where that is not the number of a rank.
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

constexpr std::uint64_t host_call_bit = std::uint64_t{1} << 62; // in places of MPI calls of host text

// Written by the rank through a shared mapping: it outlives _exit and SIGKILL. 512 bytes, the machine's byte
// order.
struct RankStatus {
    char magic[8]; // "LOOPST2"
    std::int32_t rank;
    std::int32_t ranks;     // 0 before \OPEN0
    std::int32_t lifecycle; // a RankState; HostText while open: `place` then tells HostText from InConstruct
    std::int32_t detail;
    std::int64_t sequence; // constructs entered so far
    std::uint64_t place;   // bit 63: inside; bits 32-47: Construct; bits 0-31: line
    std::int64_t pid;
    std::uint64_t waiting;  // see pack_waiting
    std::uint64_t previous; // `place`, or `host_address` with bit 62, before the present one
    // Of the construct or MPI call entered last; `published` is written behind the others.
    std::int64_t published;     // `sequence` at that time
    std::int64_t call;          // the how manieth call of its line, from 0
    std::int64_t arguments[3];  // constructs: size, distance, partners; MPI: see docs/record-format.md
    std::uint64_t host_address; // in the program, behind the last MPI call that may wait
    std::int64_t host_call;     // the how manieth MPI call of host text, of those that may wait, from 1
    std::uint64_t last_sent;    // see pack_sent; 0: nothing
    NewArguments history[new_arguments_kept]; // the last ones, by their numbers modulo new_arguments_kept
};
static_assert(sizeof(RankStatus) == 512, "the status file is part of the record format");

constexpr char rank_status_magic[8] = "LOOPST2";

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

// The message that PICL calls or MPI calls of host text have begun to send last: bits 40 to 63 the receiver,
// 1 added; bit 32: by MPI; bits 0 to 31 its type or tag.
constexpr std::uint64_t sent_by_mpi = std::uint64_t{1} << 32;
constexpr std::uint64_t pack_sent(std::int32_t receiver, std::int32_t tag, bool by_mpi) {
    return (static_cast<std::uint64_t>(receiver) + 1) << 40 | (by_mpi ? sent_by_mpi : 0) |
           static_cast<std::uint32_t>(tag);
}

// What a construct's published arguments are, by their place; "" where it has none there.
inline const char* argument_name(Construct construct, int index) {
    const char* const pairs[] = {"size", "distance", "number of partners"};
    const char* const messages[] = {"length", "type", "receiver"};
    const char* const broadcasts[] = {"length", "root", ""};
    const char* const operations[] = {"number of items", "datatype", "root"};
    switch (construct) {
    case Construct::TreeBcast:
        return index == 0 ? "number of bytes" : "";
    case Construct::TreeCollectVec:
    case Construct::TreeDistribVec:
        return index == 0 ? "number of elements" : "";
    case Construct::PiclBcast0:
    case Construct::PiclBcast1:
        return broadcasts[index];
    case Construct::PiclSend:
    case Construct::PiclRecv:
    case Construct::PiclSendEnd:
    case Construct::PiclRecvEnd:
        return messages[index];
    case Construct::PiclGather:
    case Construct::PiclMax:
    case Construct::PiclMin:
    case Construct::PiclSum:
    case Construct::PiclProd:
    case Construct::PiclAnd:
    case Construct::PiclOr:
    case Construct::PiclXor:
    case Construct::PiclComb:
        return operations[index];
    case Construct::Communicate:
    case Construct::Exchange:
        return pairs[index];
    case Construct::Multibcast0:
    case Construct::MultibcastMe:
    case Construct::MultibcastAlter:
        return index == 0 ? "size" : "";
    default:
        return "";
    }
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
    std::uint64_t last_sent = 0;

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

inline RankPlace place_of(const RankStatus& status) {
    const bool inside = (status.place >> 63) != 0;
    auto state = static_cast<RankState>(status.lifecycle);
    if (state == RankState::HostText && inside) state = RankState::InConstruct;
    const auto partner = static_cast<std::int32_t>(status.waiting >> 16 & 0xffffffu) - 4;
    return RankPlace{state,
                     status.detail,
                     inside,
                     static_cast<int>(status.place & 0xffffffffu),
                     static_cast<Construct>((status.place >> 32) & 0xffffu),
                     status.sequence,
                     static_cast<WaitKind>(status.waiting & 0xffffu),
                     partner,
                     status.call,
                     {status.arguments[0], status.arguments[1], status.arguments[2]},
                     status.host_address,
                     status.previous,
                     status.last_sent};
}

} // namespace loop
