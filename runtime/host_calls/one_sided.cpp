// One-sided communication in host code: only begin and end are recorded.
#include "host_calls/entered.h"

#ifndef SMPI_H // host code is not recorded in simulations
LOOP_ENTERED_8(Put, const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win)
LOOP_ENTERED_8(Get, void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win)
LOOP_ENTERED_9(Accumulate, const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win)
LOOP_ENTERED_12(Get_accumulate, const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                MPI_Datatype, MPI_Op, MPI_Win)
LOOP_ENTERED_7(Fetch_and_op, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win)
LOOP_ENTERED_7(Compare_and_swap, const void*, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Win)
LOOP_ENTERED_9(Rput, const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*)
LOOP_ENTERED_9(Rget, void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*)
LOOP_ENTERED_10(Raccumulate, const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op,
                MPI_Win, MPI_Request*)
LOOP_ENTERED_13(Rget_accumulate, const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*)
LOOP_ENTERED_3(Win_attach, MPI_Win, void*, MPI_Aint)
LOOP_ENTERED_2(Win_detach, MPI_Win, const void*)
LOOP_ENTERED_1(Win_free, MPI_Win*)
LOOP_ENTERED_2(Win_fence, int, MPI_Win)
LOOP_ENTERED_3(Win_start, MPI_Group, int, MPI_Win)
LOOP_ENTERED_1(Win_complete, MPI_Win)
LOOP_ENTERED_3(Win_post, MPI_Group, int, MPI_Win)
LOOP_ENTERED_1(Win_wait, MPI_Win)
LOOP_ENTERED_2(Win_test, MPI_Win, int*)
LOOP_ENTERED_4(Win_lock, int, int, int, MPI_Win)
LOOP_ENTERED_2(Win_unlock, int, MPI_Win)
LOOP_ENTERED_2(Win_lock_all, int, MPI_Win)
LOOP_ENTERED_1(Win_unlock_all, MPI_Win)
LOOP_ENTERED_2(Win_flush, int, MPI_Win)
LOOP_ENTERED_1(Win_flush_all, MPI_Win)
LOOP_ENTERED_2(Win_flush_local, int, MPI_Win)
LOOP_ENTERED_1(Win_flush_local_all, MPI_Win)
LOOP_ENTERED_1(Win_sync, MPI_Win)
#if MPI_VERSION >= 4
LOOP_ENTERED_8(Put_c, const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win)
LOOP_ENTERED_8(Get_c, void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win)
LOOP_ENTERED_9(Accumulate_c, const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype,
               MPI_Op, MPI_Win)
#endif
#endif
