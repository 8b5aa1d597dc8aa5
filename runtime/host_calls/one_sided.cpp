// One-sided communication in host code: traces have only begin and end; epochs and accesses are logged.
#include "host_calls/collectives.h"
#include "host_calls/entered.h"
#include "host_calls/known_windows.h"

#ifndef SMPI_H // host code is not recorded in simulations
using namespace loop::runtime::trace;

namespace {

std::uint64_t members_if_logged(MPI_Group group) {
    return logs_here() ? packed_group(group) : 0;
}

} // namespace

#define LOOP_ACCESS(Name, parameters, arguments, target, place, signature, op)                               \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        log_access(LOOP_CALLED_AT(Name), window, {target, place, signature, op});                            \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        return logged(PMPI_##Name arguments, loop::log_misses_messages);                                     \
    }
#define LOOP_MOVES(Name, From, op, extra_parameters, extra_arguments)                                        \
    LOOP_ACCESS(Name,                                                                                        \
                (From data, int count, MPI_Datatype type, int to, MPI_Aint place, int to_count,              \
                 MPI_Datatype to_type, LOOP_LIST extra_parameters),                                          \
                (data, count, type, to, place, to_count, to_type, LOOP_LIST extra_arguments), to, place,     \
                signature_here(to_count, to_type), op)
LOOP_MOVES(Put, const void*, MPI_OP_NULL, (MPI_Win window), (window))
LOOP_MOVES(Get, void*, MPI_OP_NULL, (MPI_Win window), (window))
LOOP_MOVES(Accumulate, const void*, op, (MPI_Op op, MPI_Win window), (op, window))
LOOP_MOVES(Rput, const void*, MPI_OP_NULL, (MPI_Win window, MPI_Request* request), (window, request))
LOOP_MOVES(Rget, void*, MPI_OP_NULL, (MPI_Win window, MPI_Request* request), (window, request))
LOOP_MOVES(Raccumulate, const void*, op, (MPI_Op op, MPI_Win window, MPI_Request* request),
           (op, window, request))
LOOP_ACCESS(Get_accumulate,
            (const void* data, int count, MPI_Datatype type, void* result, int result_count,
             MPI_Datatype result_type, int to, MPI_Aint place, int to_count, MPI_Datatype to_type, MPI_Op op,
             MPI_Win window),
            (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op, window),
            to, place, signature_here(to_count, to_type), op)
LOOP_ACCESS(Rget_accumulate,
            (const void* data, int count, MPI_Datatype type, void* result, int result_count,
             MPI_Datatype result_type, int to, MPI_Aint place, int to_count, MPI_Datatype to_type, MPI_Op op,
             MPI_Win window, MPI_Request* request),
            (data, count, type, result, result_count, result_type, to, place, to_count, to_type, op, window,
             request),
            to, place, signature_here(to_count, to_type), op)
LOOP_ACCESS(Fetch_and_op,
            (const void* data, void* result, MPI_Datatype type, int to, MPI_Aint place, MPI_Op op,
             MPI_Win window),
            (data, result, type, to, place, op, window), to, place, signature_here(1, type), op)
LOOP_ACCESS(Compare_and_swap,
            (const void* data, const void* compared, void* result, MPI_Datatype type, int to, MPI_Aint place,
             MPI_Win window),
            (data, compared, result, type, to, place, window), to, place, signature_here(1, type),
            MPI_OP_NULL)
LOOP_ENTERED_3(Win_attach, MPI_Win, void*, MPI_Aint)
LOOP_ENTERED_2(Win_detach, MPI_Win, const void*)
// `epoch`: what the call log says of it, after the call.
#define LOOP_EPOCH_IF(Name, parameters, arguments, condition, epoch)                                         \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        const int code = PMPI_##Name arguments;                                                              \
        if (code == MPI_SUCCESS && (condition)) log_epoch(LOOP_CALLED_AT(Name), window, {LOOP_LIST epoch});  \
        return code;                                                                                         \
    }
#define LOOP_EPOCH(Name, parameters, arguments, epoch) LOOP_EPOCH_IF(Name, parameters, arguments, true, epoch)

LOOP_HOST_CALL int MPI_Win_fence(int assertion, MPI_Win window) {
    const CalledAt at = LOOP_CALLED_AT(Win_fence);
    log_window_collective(at, window);
    const HostCall call(LOOP_BEGIN_AND_END(Win_fence));
    const int code = logged(PMPI_Win_fence(assertion, window), loop::log_misses_collectives);
    if (code == MPI_SUCCESS) log_epoch(at, window, {-1, assertion});
    return code;
}
LOOP_EPOCH(Win_start, (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window),
           (-1, assertion, members_if_logged(group)))
LOOP_EPOCH(Win_post, (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window),
           (-1, assertion, members_if_logged(group)))
LOOP_EPOCH(Win_complete, (MPI_Win window), (window), ())
LOOP_EPOCH(Win_wait, (MPI_Win window), (window), ())
LOOP_EPOCH_IF(Win_test, (MPI_Win window, int* done), (window, done), *done != 0, ())
LOOP_EPOCH(Win_lock, (int kind, int target, int assertion, MPI_Win window), (kind, target, assertion, window),
           (target, kind))
LOOP_EPOCH(Win_unlock, (int target, MPI_Win window), (target, window), (target))
LOOP_EPOCH(Win_lock_all, (int assertion, MPI_Win window), (assertion, window), (-1, assertion))
LOOP_EPOCH(Win_unlock_all, (MPI_Win window), (window), ())
LOOP_EPOCH(Win_flush, (int target, MPI_Win window), (target, window), (target))
LOOP_EPOCH(Win_flush_all, (MPI_Win window), (window), ())
LOOP_EPOCH(Win_flush_local, (int target, MPI_Win window), (target, window), (target))
LOOP_EPOCH(Win_flush_local_all, (MPI_Win window), (window), ())
LOOP_ENTERED_1(Win_sync, MPI_Win)
#if MPI_VERSION >= 4
LOOP_ENTERED_8(Put_c, const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win)
LOOP_ENTERED_8(Get_c, void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win)
LOOP_ENTERED_9(Accumulate_c, const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype,
               MPI_Op, MPI_Win)
#endif
#endif
