#pragma once

// The status file of a rank: where it is, or was last seen. Plain data, no MPI; read by the launching side.

#include <cstdint>
#include <cstring>

namespace loop {

#define LOOP_CONSTRUCTS(X)                                                                                   \
    X(None, "")                                                                                              \
    X(Open0, "OPEN0")                                                                                        \
    X(Close0, "CLOSE0")                                                                                      \
    X(Mat, "MAT")                                                                                            \
    X(Vec, "VEC")                                                                                            \
    X(InitArray, "INIT_ARRAY")                                                                               \
    X(Loop, "LOOP")                                                                                          \
    X(Matprod, "MATPROD")                                                                                    \
    X(Matvecprod, "MATVECPROD")                                                                              \
    X(Scalprod, "SCALPROD")                                                                                  \
    X(Communicate, "COMMUNICATE")                                                                            \
    X(Exchange, "EXCHANGE")                                                                                  \
    X(Multibcast0, "MULTIBCAST0")                                                                            \
    X(MultibcastMe, "MULTIBCAST_ME")                                                                         \
    X(MultibcastAlter, "MULTIBCAST_ALTER")                                                                   \
    X(TreeBcast, "TREE_BCAST")                                                                               \
    X(TreeCollectVec, "TREE_COLLECT_VEC")                                                                    \
    X(TreeDistribVec, "TREE_DISTRIB_VEC")                                                                    \
    X(VisibleSync, "VISIBLE_SYNC")                                                                           \
    X(Flops, "FLOPS")                                                                                        \
    X(Phase, "PHASE")                                                                                        \
    X(Result, "RESULT")                                                                                      \
    X(Verify, "VERIFY")                                                                                      \
    X(Require, "REQUIRE")                                                                                    \
    X(Untimed, "UNTIMED")                                                                                    \
    X(Note, "NOTE")                                                                                          \
    X(Apexmap, "APEXMAP")                                                                                    \
    X(Pingpong, "PINGPONG")                                                                                  \
    X(Clue, "CLUE")                                                                                          \
    X(Bspbench, "BSPBENCH")                                                                                  \
    X(Bspprobe, "BSPPROBE")                                                                                  \
    X(PiclOpen, "open0")                                                                                     \
    X(PiclClose, "close0")                                                                                   \
    X(PiclWho, "who0")                                                                                       \
    X(PiclSend, "send0")                                                                                     \
    X(PiclRecv, "recv0")                                                                                     \
    X(PiclSendBegin, "sendbegin0")                                                                           \
    X(PiclSendEnd, "sendend0")                                                                               \
    X(PiclRecvBegin, "recvbegin0")                                                                           \
    X(PiclRecvEnd, "recvend0")                                                                               \
    X(PiclRecvInfo, "recvinfo0")                                                                             \
    X(PiclProbe, "probe0")                                                                                   \
    X(PiclSync, "sync0")                                                                                     \
    X(PiclClock, "clock0")                                                                                   \
    X(PiclClockSync, "clocksync0")                                                                           \
    X(PiclMessage, "message0")                                                                               \
    X(PiclBarrier, "barrier0")                                                                               \
    X(PiclBcast0, "bcast0")                                                                                  \
    X(PiclBcast1, "bcast1")                                                                                  \
    X(PiclGather, "gather0")                                                                                 \
    X(PiclMax, "gmax0")                                                                                      \
    X(PiclMin, "gmin0")                                                                                      \
    X(PiclSum, "gsum0")                                                                                      \
    X(PiclProd, "gprod0")                                                                                    \
    X(PiclAnd, "gand0")                                                                                      \
    X(PiclOr, "gor0")                                                                                        \
    X(PiclXor, "gxor0")                                                                                      \
    X(PiclComb, "gcomb0")                                                                                    \
    X(PiclArc, "setarc0")                                                                                    \
    X(PiclNeighbor, "neighbor0")                                                                             \
    X(PiclTrace, "trace")                                                                                    \
    X(BspBegin, "bsp_begin")                                                                                 \
    X(BspEnd, "bsp_end")                                                                                     \
    X(BspSync, "bsp_sync")

enum class Construct : std::uint16_t {
#define LOOP_CONSTRUCT_ENUMERATOR(id, text) id,
    LOOP_CONSTRUCTS(LOOP_CONSTRUCT_ENUMERATOR)
#undef LOOP_CONSTRUCT_ENUMERATOR
};

// The name without a backslash: upper case for constructs, lower case for PICL's and BSPlib's calls. "" for an unknown
// number.
inline const char* construct_name(Construct construct) {
    static const char* const names[] = {
#define LOOP_CONSTRUCT_NAME(id, text) text,
        LOOP_CONSTRUCTS(LOOP_CONSTRUCT_NAME)
#undef LOOP_CONSTRUCT_NAME
    };
    const auto index = static_cast<unsigned>(construct);
    return index < sizeof(names) / sizeof(names[0]) ? names[index] : "";
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
};

constexpr std::int32_t in_finalisation = 1;

// Written by the rank through a shared mapping: it outlives _exit and SIGKILL. 64 bytes, the machine's byte
// order.
struct RankStatus {
    char magic[8]; // "LOOPST1"
    std::int32_t rank;
    std::int32_t ranks;     // 0 before \OPEN0
    std::int32_t lifecycle; // a RankState; HostText while open: `place` then tells HostText from InConstruct
    std::int32_t detail;
    std::int64_t sequence; // constructs entered so far
    std::uint64_t place;   // bit 63: inside; bits 32-47: Construct; bits 0-31: line
    std::int64_t pid;
    char reserved[16];
};
static_assert(sizeof(RankStatus) == 64, "the status file is part of the record format");

constexpr char rank_status_magic[8] = "LOOPST1";

constexpr std::uint64_t pack_place(Construct construct, int line, bool inside) {
    return (inside ? std::uint64_t{1} << 63 : 0) | static_cast<std::uint64_t>(construct) << 32 |
           static_cast<std::uint32_t>(line);
}

// The status in words that a reader wants.
struct RankPlace {
    RankState state;
    int detail;
    bool inside; // in the construct when last seen; also after an exit, signal or abort
    int line;    // 0 before the first construct
    Construct construct;
    std::int64_t sequence;
};

inline bool valid(const RankStatus& status) {
    return std::memcmp(status.magic, rank_status_magic, sizeof status.magic) == 0 &&
           status.lifecycle >= static_cast<int>(RankState::Starting) &&
           status.lifecycle <= static_cast<int>(RankState::Refused);
}

inline RankPlace place_of(const RankStatus& status) {
    const bool inside = (status.place >> 63) != 0;
    auto state = static_cast<RankState>(status.lifecycle);
    if (state == RankState::HostText && inside) state = RankState::InConstruct;
    return RankPlace{state,
                     status.detail,
                     inside,
                     static_cast<int>(status.place & 0xffffffffu),
                     static_cast<Construct>((status.place >> 32) & 0xffffu),
                     status.sequence};
}

} // namespace loop
