#pragma once

// The one table of all calls that a program can make: the constructs of the language, the calls of PICL and
// BSPlib, and the MPI calls in host code that may wait or that traces record in full. Plain data, no MPI;
// used by the compiler, the runtime, and the report.

#include <cstdint>
#include <string_view>

namespace loop {

// What a rank does inside a construct or call.
enum class ConstructRole : std::uint8_t {
    Computes,
    Communicates,
    Global, // an operation that uses MPI collectives; their messages are not counted
    Kernel  // computes and communicates; the trace shows only parts of it, which are sites of their own
};

// The MPI operation to which a PICL or MPI call corresponds. `Other`: none, or the call transfers nothing.
enum class CallKind : std::uint8_t {
    Other,
    Message,   // to or from one rank, or a wait for a nonblocking operation
    BegunSend, // starts a send; the message may still be in transit when the call returns
    Barrier,   // Barrier and all that follow are collective
    Bcast,
    Gather,
    Gatherv,
    Scatter,
    Scatterv,
    Allgather,
    Allgatherv,
    Alltoall,
    Alltoallv,
    Alltoallw,
    Allreduce,
    Reduce,
    Reduce_scatter,
    Reduce_scatter_block,
    Scan,
    Exscan,
};
constexpr bool is_collective(CallKind kind) {
    return kind >= CallKind::Barrier;
}

// The tag of a Collective event in a trace, where a call such as MPI_Wait completes an operation that another
// call began: the number of its kind, which docs/trace-format.md lists. So new kinds come last. Other
// Collective events have tag 0.
constexpr std::int32_t tag_of_begun(CallKind kind) {
    return static_cast<std::int32_t>(kind);
}
// Returns `Other` for tags that name no collective operation.
constexpr CallKind begun_of_tag(std::int32_t tag) {
    const bool is_kind = tag >= tag_of_begun(CallKind::Barrier) && tag <= tag_of_begun(CallKind::Exscan);
    return is_kind ? static_cast<CallKind>(tag) : CallKind::Other;
}

// Of an MPI call, also one that begins the operation. Its ranks have data for their neighbors in the topology
// of the communicator only, and do not wait for others, so it has no CallKind of a collective operation.
constexpr bool is_neighborhood(std::string_view name) {
    return name.substr(0, 13) == "MPI_Neighbor_" || name.substr(0, 14) == "MPI_Ineighbor_";
}

// The bytes that an operation moves over the link of each rank: its size times a factor that makes operations
// and numbers of ranks comparable, as in nccl-tests. `contributed`: bytes of the operation, on average over
// its ranks. 0 for operations that have no factor there, and on one rank.
constexpr double bus_bytes(CallKind kind, double contributed, int ranks) {
    if (ranks < 2) return 0;
    const double p = ranks, others = (p - 1) / p;
    switch (kind) {
    case CallKind::Allreduce:
        return 2 * others * contributed;
    case CallKind::Reduce:
        return contributed;
    case CallKind::Bcast: // only the root contributes
        return p * contributed;
    case CallKind::Alltoall:
    case CallKind::Alltoallv:
    case CallKind::Reduce_scatter:
    case CallKind::Reduce_scatter_block:
        return others * contributed;
    case CallKind::Gather:
    case CallKind::Gatherv:
    case CallKind::Scatter:
    case CallKind::Scatterv:
    case CallKind::Allgather:
    case CallKind::Allgatherv:
        return others * p * contributed;
    default:
        return 0;
    }
}

// Enumerator, name, role, kind.
#define LOOP_CONSTRUCTS(X)                                                                                   \
    X(None, "", Communicates, Other)                                                                         \
    X(Open0, "OPEN0", Communicates, Other)                                                                   \
    X(Close0, "CLOSE0", Communicates, Other)                                                                 \
    X(Mat, "MAT", Computes, Other)                                                                           \
    X(Vec, "VEC", Computes, Other)                                                                           \
    X(InitArray, "INIT_ARRAY", Computes, Other)                                                              \
    X(Loop, "LOOP", Computes, Other)                                                                         \
    X(Matprod, "MATPROD", Computes, Other)                                                                   \
    X(Matvecprod, "MATVECPROD", Computes, Other)                                                             \
    X(Scalprod, "SCALPROD", Computes, Other)                                                                 \
    X(Communicate, "COMMUNICATE", Communicates, Other)                                                       \
    X(Exchange, "EXCHANGE", Communicates, Other)                                                             \
    X(Multibcast0, "MULTIBCAST0", Communicates, Other)                                                       \
    X(MultibcastMe, "MULTIBCAST_ME", Communicates, Other)                                                    \
    X(MultibcastAlter, "MULTIBCAST_ALTER", Communicates, Other)                                              \
    X(TreeBcast, "TREE_BCAST", Communicates, Other)                                                          \
    X(TreeCollectVec, "TREE_COLLECT_VEC", Communicates, Other)                                               \
    X(TreeDistribVec, "TREE_DISTRIB_VEC", Communicates, Other)                                               \
    X(VisibleSync, "VISIBLE_SYNC", Communicates, Barrier)                                                    \
    X(Flops, "FLOPS", Computes, Other)                                                                       \
    X(Phase, "PHASE", Computes, Other)                                                                       \
    X(Result, "RESULT", Computes, Other)                                                                     \
    X(Verify, "VERIFY", Computes, Other)                                                                     \
    X(Require, "REQUIRE", Communicates, Other)                                                               \
    X(Untimed, "UNTIMED", Communicates, Other)                                                               \
    X(Note, "NOTE", Computes, Other)                                                                         \
    X(Apexmap, "APEXMAP", Kernel, Other)                                                                     \
    X(Pingpong, "PINGPONG", Kernel, Other)                                                                   \
    X(Clue, "CLUE", Kernel, Other)                                                                           \
    X(Bspbench, "BSPBENCH", Kernel, Other)                                                                   \
    X(Bspprobe, "BSPPROBE", Kernel, Other)                                                                   \
    X(Work, "WORK", Computes, Other)                                                                         \
    X(PiclOpen, "open0", Communicates, Other)                                                                \
    X(PiclClose, "close0", Communicates, Other)                                                              \
    X(PiclWho, "who0", Communicates, Other)                                                                  \
    X(PiclSend, "send0", Communicates, Message)                                                              \
    X(PiclRecv, "recv0", Communicates, Message)                                                              \
    X(PiclSendBegin, "sendbegin0", Communicates, BegunSend)                                                  \
    X(PiclSendEnd, "sendend0", Communicates, Message)                                                        \
    X(PiclRecvBegin, "recvbegin0", Communicates, Message)                                                    \
    X(PiclRecvEnd, "recvend0", Communicates, Message)                                                        \
    X(PiclRecvInfo, "recvinfo0", Communicates, Other)                                                        \
    X(PiclProbe, "probe0", Communicates, Message)                                                            \
    X(PiclSync, "sync0", Global, Barrier)                                                                    \
    X(PiclClock, "clock0", Communicates, Other)                                                              \
    X(PiclClockSync, "clocksync0", Communicates, Barrier)                                                    \
    X(PiclMessage, "message0", Communicates, Other)                                                          \
    X(PiclBarrier, "barrier0", Global, Barrier)                                                              \
    X(PiclBcast0, "bcast0", Global, Bcast)                                                                   \
    X(PiclBcast1, "bcast1", Global, Bcast)                                                                   \
    X(PiclGather, "gather0", Global, Gather)                                                                 \
    X(PiclMax, "gmax0", Global, Reduce)                                                                      \
    X(PiclMin, "gmin0", Global, Reduce)                                                                      \
    X(PiclSum, "gsum0", Global, Reduce)                                                                      \
    X(PiclProd, "gprod0", Global, Reduce)                                                                    \
    X(PiclAnd, "gand0", Global, Reduce)                                                                      \
    X(PiclOr, "gor0", Global, Reduce)                                                                        \
    X(PiclXor, "gxor0", Global, Reduce)                                                                      \
    X(PiclComb, "gcomb0", Global, Reduce)                                                                    \
    X(PiclArc, "setarc0", Communicates, Other)                                                               \
    X(PiclNeighbor, "neighbor0", Communicates, Other)                                                        \
    X(PiclTrace, "trace", Communicates, Other)                                                               \
    X(BspBegin, "bsp_begin", Communicates, Other)                                                            \
    X(BspEnd, "bsp_end", Communicates, Other)                                                                \
    X(BspSync, "bsp_sync", Kernel, Other)                                                                    \
    X(PiclAntipode, "antipode0", Communicates, Other)                                                        \
    X(PiclDataSize, "datasize0", Communicates, Other)                                                        \
    X(Send, "SEND", Communicates, Other)                                                                     \
    X(Relay, "RELAY", Communicates, Other)                                                                   \
    X(Among, "AMONG", Communicates, Other)                                                                   \
    X(Deal, "DEAL", Communicates, Other)                                                                     \
    X(Timed, "TIMED", Computes, Other)                                                                       \
    X(Sample, "SAMPLE", Computes, Other)                                                                     \
    X(Start, "START", Communicates, Other)                                                                   \
    X(Finish, "FINISH", Communicates, Other)                                                                 \
    X(With, "WITH", Computes, Other)                                                                         \
    X(Barrier, "BARRIER", Global, Barrier)                                                                   \
    X(Bcast, "BCAST", Global, Bcast)                                                                         \
    X(Reduce, "REDUCE", Global, Reduce)                                                                      \
    X(Allreduce, "ALLREDUCE", Global, Allreduce)                                                             \
    X(Scan, "SCAN", Global, Scan)                                                                            \
    X(Exscan, "EXSCAN", Global, Exscan)                                                                      \
    X(Gather, "GATHER", Global, Gather)                                                                      \
    X(Scatter, "SCATTER", Global, Scatter)                                                                   \
    X(Allgather, "ALLGATHER", Global, Allgather)                                                             \
    X(Alltoall, "ALLTOALL", Global, Alltoall)                                                                \
    X(ReduceScatter, "REDUCE_SCATTER", Global, Reduce_scatter)                                               \
    X(Threads, "THREADS", Computes, Other)

enum class Construct : std::uint16_t {
#define LOOP_CONSTRUCT_ENUMERATOR(id, text, role, kind) id,
    LOOP_CONSTRUCTS(LOOP_CONSTRUCT_ENUMERATOR)
#undef LOOP_CONSTRUCT_ENUMERATOR
};

// For MPI calls: whether the trace records what they send, receive, and wait for, or only their begin and end
// (docs/trace-format.md).
enum class CallTrace : std::uint8_t { Recorded, Entered };

// clang-format off
// Calls that may wait, in the order of their numbers in status files.
#define LOOP_HOST_WAITS(X)                                                                                            \
    X(Send, Recorded, Message) X(Bsend, Recorded, Message) X(Ssend, Recorded, Message) X(Rsend, Recorded, Message)    \
    X(Recv, Recorded, Message) X(Sendrecv, Recorded, Message) X(Sendrecv_replace, Recorded, Message)                  \
    X(Probe, Recorded, Message) X(Wait, Recorded, Message) X(Waitall, Recorded, Message)                              \
    X(Waitany, Recorded, Message) X(Waitsome, Recorded, Message) X(Barrier, Recorded, Barrier)                        \
    X(Bcast, Recorded, Bcast) X(Gather, Recorded, Gather) X(Gatherv, Recorded, Gatherv)                               \
    X(Scatter, Recorded, Scatter) X(Scatterv, Recorded, Scatterv) X(Allgather, Recorded, Allgather)                   \
    X(Allgatherv, Recorded, Allgatherv) X(Alltoall, Recorded, Alltoall) X(Alltoallv, Recorded, Alltoallv)             \
    X(Alltoallw, Recorded, Alltoallw) X(Reduce, Recorded, Reduce) X(Allreduce, Recorded, Allreduce)                   \
    X(Reduce_scatter_block, Recorded, Reduce_scatter_block) X(Reduce_scatter, Recorded, Reduce_scatter)               \
    X(Scan, Recorded, Scan) X(Exscan, Recorded, Exscan) X(Comm_dup, Entered, Other)                                   \
    X(Comm_dup_with_info, Entered, Other) X(Comm_create, Entered, Other) X(Comm_create_group, Entered, Other)         \
    X(Comm_split, Entered, Other) X(Comm_split_type, Entered, Other) X(Cart_create, Entered, Other)                   \
    X(Cart_sub, Entered, Other) X(Graph_create, Entered, Other) X(Intercomm_create, Entered, Other)                   \
    X(Intercomm_merge, Entered, Other) X(Comm_free, Entered, Other) X(Comm_disconnect, Entered, Other)                \
    X(Win_create, Entered, Other) X(Win_allocate, Entered, Other) X(Win_allocate_shared, Entered, Other) X(Win_create_dynamic, Entered, Other) X(Win_free, Entered, Other) X(Win_fence, Recorded, Other) X(Win_start, Entered, Other) X(Win_complete, Entered, Other) X(Win_wait, Entered, Other) X(Win_lock, Entered, Other) X(Win_unlock, Entered, Other) X(Win_lock_all, Entered, Other) X(Win_unlock_all, Entered, Other) X(Win_flush, Entered, Other) X(Win_flush_all, Entered, Other) X(Finalize, Entered, Other)

// Calls that start an operation; another call completes it.
#define LOOP_HOST_BEGINS(X)                                                                                           \
    X(Isend, Recorded, BegunSend) X(Ibsend, Recorded, BegunSend) X(Issend, Recorded, BegunSend)                       \
    X(Irsend, Recorded, BegunSend) X(Send_init, Recorded, Message) X(Bsend_init, Recorded, Message)                   \
    X(Ssend_init, Recorded, Message) X(Rsend_init, Recorded, Message) X(Irecv, Recorded, Message)                     \
    X(Recv_init, Recorded, Message) X(Ibarrier, Recorded, Barrier) X(Ibcast, Recorded, Bcast)                         \
    X(Igather, Recorded, Gather) X(Igatherv, Recorded, Gatherv) X(Iscatter, Recorded, Scatter)                        \
    X(Iscatterv, Recorded, Scatterv) X(Iallgather, Recorded, Allgather) X(Iallgatherv, Recorded, Allgatherv)          \
    X(Ialltoall, Recorded, Alltoall) X(Ialltoallv, Recorded, Alltoallv) X(Ialltoallw, Recorded, Alltoallw)            \
    X(Ireduce, Recorded, Reduce) X(Iallreduce, Recorded, Allreduce)                                                   \
    X(Ireduce_scatter_block, Recorded, Reduce_scatter_block) X(Ireduce_scatter, Recorded, Reduce_scatter)             \
    X(Iscan, Recorded, Scan) X(Iexscan, Recorded, Exscan)

// Other calls that traces record in full.
#define LOOP_HOST_OTHERS(X)                                                                                           \
    X(Mrecv, Recorded, Message) X(Imrecv, Recorded, Message) X(Iprobe, Recorded, Message)                             \
    X(Mprobe, Recorded, Message) X(Improbe, Recorded, Message) X(Start, Recorded, BegunSend)                          \
    X(Startall, Recorded, BegunSend) X(Test, Recorded, Message) X(Testall, Recorded, Message)                         \
    X(Testany, Recorded, Message) X(Testsome, Recorded, Message) X(Request_free, Recorded, Message)

// The other calls in call logs.
#define LOOP_HOST_LOGGED(X)                                                                                           \
    X(Cancel, Entered, Other) X(Comm_idup, Entered, Other) X(Dist_graph_create, Entered, Other)                       \
    X(Dist_graph_create_adjacent, Entered, Other) X(Neighbor_allgather, Entered, Other)                               \
    X(Neighbor_allgatherv, Entered, Other) X(Neighbor_alltoall, Entered, Other)                                       \
    X(Neighbor_alltoallv, Entered, Other) X(Neighbor_alltoallw, Entered, Other)                                       \
    X(Ineighbor_allgather, Entered, Other) X(Ineighbor_allgatherv, Entered, Other)                                    \
    X(Ineighbor_alltoall, Entered, Other) X(Ineighbor_alltoallv, Entered, Other)                                      \
    X(Ineighbor_alltoallw, Entered, Other) X(Type_contiguous, Entered, Other) X(Type_vector, Entered, Other)          \
    X(Type_create_hvector, Entered, Other) X(Type_indexed, Entered, Other) X(Type_create_hindexed, Entered, Other)    \
    X(Type_create_indexed_block, Entered, Other) X(Type_create_hindexed_block, Entered, Other)                        \
    X(Type_create_struct, Entered, Other) X(Type_create_subarray, Entered, Other)                                     \
    X(Type_create_darray, Entered, Other) X(Type_create_resized, Entered, Other) X(Type_dup, Entered, Other)          \
    X(Type_free, Entered, Other) X(Comm_group, Entered, Other) X(Comm_remote_group, Entered, Other)                   \
    X(Group_incl, Entered, Other) X(Group_excl, Entered, Other) X(Group_union, Entered, Other)                        \
    X(Group_intersection, Entered, Other) X(Group_difference, Entered, Other) X(Group_range_incl, Entered, Other)     \
    X(Group_range_excl, Entered, Other) X(Win_get_group, Entered, Other) X(Group_free, Entered, Other)                \
    X(Op_create, Entered, Other) X(Op_free, Entered, Other)                              \
            \
                                   \
     X(Win_post, Entered, Other)                            \
    X(Win_test, Entered, Other)                               \
                          \
     X(Win_flush_local, Entered, Other) X(Win_flush_local_all, Entered, Other)        \
    X(Put, Entered, Other) X(Get, Entered, Other) X(Accumulate, Entered, Other) X(Get_accumulate, Entered, Other)     \
    X(Fetch_and_op, Entered, Other) X(Compare_and_swap, Entered, Other) X(Rput, Entered, Other)                       \
    X(Rget, Entered, Other) X(Raccumulate, Entered, Other) X(Rget_accumulate, Entered, Other)                         \
    X(Request_get_status, Entered, Other)
// clang-format on

struct CallInfo {
    std::string_view name;
    ConstructRole role;
    CallKind kind;
    CallTrace trace = CallTrace::Recorded; // for MPI calls
};

inline constexpr CallInfo all_calls[] = {
#define LOOP_CALL_INFO(id, text, role, kind) {text, ConstructRole::role, CallKind::kind},
#define LOOP_MPI_INFO(name, trace, kind)                                                                     \
    {"MPI_" #name, ConstructRole::Communicates, CallKind::kind, CallTrace::trace},
    LOOP_CONSTRUCTS(LOOP_CALL_INFO) LOOP_HOST_WAITS(LOOP_MPI_INFO) LOOP_HOST_BEGINS(LOOP_MPI_INFO)
        LOOP_HOST_OTHERS(LOOP_MPI_INFO) LOOP_HOST_LOGGED(LOOP_MPI_INFO)
#undef LOOP_CALL_INFO
#undef LOOP_MPI_INFO
};

#define LOOP_CONSTRUCT_ROLE(id, text, role, kind) ConstructRole::role,
inline constexpr ConstructRole all_roles[] = {LOOP_CONSTRUCTS(LOOP_CONSTRUCT_ROLE)};
#undef LOOP_CONSTRUCT_ROLE
constexpr unsigned construct_count = sizeof all_roles / sizeof *all_roles;

// Returns the entry of `None` for an unknown number.
constexpr const CallInfo& call_info(Construct construct) {
    const auto number = static_cast<unsigned>(construct);
    return all_calls[number < construct_count ? number : 0];
}

// Whether it is a call of PICL or BSPlib, whose names are in lower case, and not a construct of the language.
constexpr bool is_library_call(Construct construct) {
    return !call_info(construct).name.empty() && call_info(construct).name[0] >= 'a';
}

// Returns the index in all_calls, 0 for an unknown name. A collective operation with large counts, such as
// MPI_Bcast_c, is that without.
constexpr std::uint16_t call_index(std::string_view name) {
    std::uint16_t index = 0;
    for (const CallInfo& call : all_calls) {
        if (call.name == name) return index;
        ++index;
    }
    const bool is_large = name.size() > 2 && name.substr(name.size() - 2) == "_c";
    const std::uint16_t small = is_large ? call_index(name.substr(0, name.size() - 2)) : std::uint16_t{0};
    return is_collective(all_calls[small].kind) ? small : std::uint16_t{0};
}

// Returns the construct or call with this name. For an unknown name: communicates, kind `Other`.
constexpr CallInfo call_info(std::string_view name) {
    const CallInfo& call = all_calls[call_index(name)];
    if (call.name == name) return call;
    if (is_collective(call.kind)) return {name, call.role, call.kind, call.trace};
    return {name, ConstructRole::Communicates, CallKind::Other, CallTrace::Entered};
}

// Returns the blocking MPI call of a collective operation, such as "MPI_Bcast"; "" for other kinds.
constexpr std::string_view blocking_call(CallKind kind) {
    for (const CallInfo& call : all_calls)
        if (is_collective(kind) && call.kind == kind && call.name.substr(0, 4) == "MPI_") return call.name;
    return "";
}

// The name without a backslash: upper case for constructs, lower case for PICL's and BSPlib's calls. "" for
// an unknown number.
constexpr const char* construct_name(Construct construct) {
    return call_info(construct).name.data(); // zero-terminated, as it views a literal
}

} // namespace loop
