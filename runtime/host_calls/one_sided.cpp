// One-sided communication in host code: epochs and accesses are logged. Traces have only begin and end of
// these calls, but for MPI_Win_fence: one that ends an epoch waits for all ranks of the window.
#include "host_calls/collectives.h"
#include "host_calls/entered.h"
#include "host_calls/known_windows.h"
#include "host_calls/origins.h"

using namespace loop::runtime::trace;

namespace {

std::uint64_t members_if_logged(MPI_Group group) {
    return logs_here() ? packed_group(group) : 0;
}

// MPI_NO_OP reads no data at the origin.
BufferUses origin_of(MPI_Op op, const void* data, std::int64_t count, MPI_Datatype type) {
    return op == MPI_NO_OP ? BufferUses{} : use_of(loop::BufferRole::Origin, data, count, type);
}
BufferUses result_of(const void* data, std::int64_t count, MPI_Datatype type) {
    return use_of(loop::BufferRole::Result, data, count, type);
}

std::int32_t fence_bits(int assertion) {
    return ((assertion & MPI_MODE_NOPRECEDE) != 0 ? loop::fence_ends_nothing : 0) |
           ((assertion & MPI_MODE_NOSUCCEED) != 0 ? loop::fence_begins_nothing : 0);
}

} // namespace

// `uses`: its memory at the origin.
#define LOOP_ACCESS(Name, parameters, arguments, uses, facts)                                                \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        if (to != MPI_PROC_NULL && checks_memory()) check_uses(LOOP_CALLED_AT(Name), uses);                  \
        const AccessFacts access{LOOP_LIST facts};                                                           \
        note_access(window, access.target);                                                                  \
        log_access(LOOP_CALLED_AT(Name), window, access);                                                    \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        return logged(PMPI_##Name arguments, loop::log_misses_messages);                                     \
    }
// `number`: of the access, if its origin buffer is watched until an epoch ends; else 0.
#define LOOP_MOVES(Name, From, role, op, number, extra_parameters, extra_arguments)                          \
    LOOP_ACCESS(Name,                                                                                        \
                (From data, int count, MPI_Datatype type, int to, MPI_Aint place, int to_count,              \
                 MPI_Datatype to_type, LOOP_LIST extra_parameters),                                          \
                (data, count, type, to, place, to_count, to_type, LOOP_LIST extra_arguments),                \
                use_of(loop::BufferRole::role, data, count, type),                                           \
                (to, place, to_count, to_type, op, number, signature_here(count, type)))
LOOP_MOVES(Put, const void*, Origin, MPI_OP_NULL, watch_origin(window, to, data, count, type),
           (MPI_Win window), (window))
LOOP_MOVES(Get, void*, Origin, MPI_OP_NULL, watch_result(window, to, data, count, type), (MPI_Win window),
           (window))
LOOP_MOVES(Accumulate, const void*, Origin, op, watch_origin(window, to, data, count, type),
           (MPI_Op op, MPI_Win window), (op, window))
LOOP_MOVES(Rput, const void*, Origin, MPI_OP_NULL, 0, (MPI_Win window, MPI_Request* request),
           (window, request))
LOOP_MOVES(Rget, void*, Origin, MPI_OP_NULL, 0, (MPI_Win window, MPI_Request* request), (window, request))
LOOP_MOVES(Raccumulate, const void*, Origin, op, 0, (MPI_Op op, MPI_Win window, MPI_Request* request),
           (op, window, request))
LOOP_ACCESS(Get_accumulate,
            (const void* data, int count, MPI_Datatype type, void* result, int result_count,
             MPI_Datatype result_type, int to, MPI_Aint place, int to_count, MPI_Datatype to_type, MPI_Op op,
             MPI_Win window),
            (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op, window),
            both(origin_of(op, data, count, type), result_of(result, result_count, result_type)),
            (to, place, to_count, to_type, op))
LOOP_ACCESS(Rget_accumulate,
            (const void* data, int count, MPI_Datatype type, void* result, int result_count,
             MPI_Datatype result_type, int to, MPI_Aint place, int to_count, MPI_Datatype to_type, MPI_Op op,
             MPI_Win window, MPI_Request* request),
            (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op, window,
             request),
            both(origin_of(op, data, count, type), result_of(result, result_count, result_type)),
            (to, place, to_count, to_type, op))
LOOP_ACCESS(Fetch_and_op,
            (const void* data, void* result, MPI_Datatype type, int to, MPI_Aint place, MPI_Op op,
             MPI_Win window),
            (data, result, type, to, place, op, window),
            both(origin_of(op, data, 1, type), result_of(result, 1, type)), (to, place, 1, type, op))
#ifndef SMPI_H // whose parameters are not const
LOOP_ACCESS(Compare_and_swap,
            (const void* data, const void* compared, void* result, MPI_Datatype type, int to, MPI_Aint place,
             MPI_Win window),
            (data, compared, result, type, to, place, window),
            both(origin_of(MPI_OP_NULL, data, 1, type), origin_of(MPI_OP_NULL, compared, 1, type),
                 result_of(result, 1, type)),
            (to, place, 1, type))
#endif
LOOP_ENTERED_3(Win_attach, MPI_Win, void*, MPI_Aint)
LOOP_ENTERED_2(Win_detach, MPI_Win, const void*)
// `epoch`: what the call log says of it, after the call. `before`: what to do before it.
#define LOOP_EPOCH_IF(Name, parameters, arguments, condition, epoch, before)                                 \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        before;                                                                                              \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        const int code = PMPI_##Name arguments;                                                              \
        if (code == MPI_SUCCESS && (condition)) log_epoch(at, window, {LOOP_LIST epoch});                    \
        return code;                                                                                         \
    }
#define LOOP_EPOCH(Name, parameters, arguments, epoch)                                                       \
    LOOP_EPOCH_IF(Name, parameters, arguments, true, epoch, (void)0)
// The call may wait for all ranks of the window, or for its target.
#define LOOP_WAITS_IN_WINDOW(Name, parameters, arguments, epoch)                                             \
    LOOP_EPOCH_IF(Name, parameters, arguments, true, epoch,                                                  \
                  const WindowWait wait(loop::WaitKind::Name, at, window, -1, false))
// After these, host code may change the origin buffers of accesses, to the target or to all ranks.
#define LOOP_COMPLETES(Name)                                                                                 \
    LOOP_EPOCH_IF(Name, (int target, MPI_Win window), (target, window), true, (target),                      \
                  const OriginsEnd ends(at, window, target);                                                 \
                  const WindowWait wait(loop::WaitKind::Name, at, window, target, true))
#define LOOP_COMPLETES_ALL(Name)                                                                             \
    LOOP_EPOCH_IF(Name, (MPI_Win window), (window), true, (), const OriginsEnd ends(at, window, -1);         \
                  const WindowWait wait(loop::WaitKind::Name, at, window, -1, true))

LOOP_HOST_CALL int MPI_Win_fence(int assertion, MPI_Win window) {
    const CalledAt at = LOOP_CALLED_AT(Win_fence);
    check_window_memory(at, window);
    log_window_collective(at, window);
    const OriginsEnd ends(at, window, -1);
    const WindowWait wait(loop::WaitKind::Win_fence, at, window, -1, true);
    HostCall call(LOOP_RECORDED(Win_fence), at.caller);
    const Channel* const channel =
        (assertion & MPI_MODE_NOPRECEDE) == 0 ? channel_of_window(window) : nullptr;
    Waiting waiting;
    if (call.is_recorded() && channel != nullptr && channel->partners.size() > 1) waiting.begin(-1);
    const int code = logged(PMPI_Win_fence(assertion, window), loop::log_misses_collectives);
    const bool waited = waiting.end();
    if (code != MPI_SUCCESS) return code;
    if (channel != nullptr) call.collective(*channel, no_root, 0, waited);
    log_epoch(at, window, {-1, assertion, 0, fence_bits(assertion)});
    return code;
}
LOOP_WAITS_IN_WINDOW(Win_start, (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window),
                     (-1, assertion, members_if_logged(group)))
LOOP_EPOCH(Win_post, (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window),
           (-1, assertion, members_if_logged(group)))
LOOP_COMPLETES_ALL(Win_complete)
LOOP_WAITS_IN_WINDOW(Win_wait, (MPI_Win window), (window), ())
LOOP_EPOCH_IF(Win_test, (MPI_Win window, int* done), (window, done), *done != 0, (), (void)0)
LOOP_WAITS_IN_WINDOW(Win_lock, (int kind, int target, int assertion, MPI_Win window),
                     (kind, target, assertion, window), (target, kind))
LOOP_COMPLETES(Win_unlock)
LOOP_WAITS_IN_WINDOW(Win_lock_all, (int assertion, MPI_Win window), (assertion, window), (-1, assertion))
LOOP_COMPLETES_ALL(Win_unlock_all)
LOOP_COMPLETES(Win_flush)
LOOP_COMPLETES_ALL(Win_flush_all)
LOOP_EPOCH_IF(Win_flush_local, (int target, MPI_Win window), (target, window), true, (target),
              const OriginsEnd ends(at, window, target))
LOOP_EPOCH_IF(Win_flush_local_all, (MPI_Win window), (window), true, (),
              const OriginsEnd ends(at, window, -1))
LOOP_ENTERED_1(Win_sync, MPI_Win)
#if MPI_VERSION >= 4
#define LOOP_LARGE_ACCESS(Name, parameters, arguments)                                                       \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        note_access(window, to);                                                                             \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        return PMPI_##Name arguments;                                                                        \
    }
LOOP_LARGE_ACCESS(Put_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place,
                   MPI_Count to_count, MPI_Datatype to_type, MPI_Win window),
                  (data, count, type, to, place, to_count, to_type, window))
LOOP_LARGE_ACCESS(Get_c,
                  (void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place, MPI_Count to_count,
                   MPI_Datatype to_type, MPI_Win window),
                  (data, count, type, to, place, to_count, to_type, window))
LOOP_LARGE_ACCESS(Accumulate_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place,
                   MPI_Count to_count, MPI_Datatype to_type, MPI_Op op, MPI_Win window),
                  (data, count, type, to, place, to_count, to_type, op, window))
LOOP_LARGE_ACCESS(Rput_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place,
                   MPI_Count to_count, MPI_Datatype to_type, MPI_Win window, MPI_Request* request),
                  (data, count, type, to, place, to_count, to_type, window, request))
LOOP_LARGE_ACCESS(Rget_c,
                  (void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place, MPI_Count to_count,
                   MPI_Datatype to_type, MPI_Win window, MPI_Request* request),
                  (data, count, type, to, place, to_count, to_type, window, request))
LOOP_LARGE_ACCESS(Raccumulate_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, int to, MPI_Aint place,
                   MPI_Count to_count, MPI_Datatype to_type, MPI_Op op, MPI_Win window, MPI_Request* request),
                  (data, count, type, to, place, to_count, to_type, op, window, request))
LOOP_LARGE_ACCESS(Get_accumulate_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, void* result, MPI_Count result_count,
                   MPI_Datatype result_type, int to, MPI_Aint place, MPI_Count to_count, MPI_Datatype to_type,
                   MPI_Op op, MPI_Win window),
                  (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op,
                   window))
LOOP_LARGE_ACCESS(Rget_accumulate_c,
                  (const void* data, MPI_Count count, MPI_Datatype type, void* result, MPI_Count result_count,
                   MPI_Datatype result_type, int to, MPI_Aint place, MPI_Count to_count, MPI_Datatype to_type,
                   MPI_Op op, MPI_Win window, MPI_Request* request),
                  (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op,
                   window, request))
#endif
