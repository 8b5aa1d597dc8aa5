// Reductions and scans in host code whose result goes to more than one rank.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

#define LOOP_ROWS                                                                                            \
    LOOP_HOST_REDUCTION(                                                                                     \
        Allreduce, Iallreduce,                                                                               \
        (const void* out, void* in, LOOP_COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),          \
        (out, in, count, type, op, comm), Everyone, (count, no_root, type), reduced(count, type, op),        \
        both(sent(out, count, type), received(in, count, type)), (void)0, bytes_of(count, type),             \
        {bytes_of(count, type)})                                                                             \
    LOOP_HOST_REDUCTION(                                                                                     \
        Reduce_scatter, Ireduce_scatter,                                                                     \
        (const void* out, void* in, const LOOP_COUNT* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm),  \
        (out, in, counts, type, op, comm), Everyone, (not_uniform, no_root, type),                           \
        reduced(sum_if_known(comm, counts), type, op), reduced_and_scattered(out, in, counts, type, comm),   \
        log_counts(at, counts, type, no_counts<LOOP_COUNT>, type, own_size_of(comm)),                        \
        bytes_of(sum_of(counts, own_size_of(comm)), type),                                                   \
        slots_of(bytes_of(counts[rank_in(comm)], type), counts, type, own_size_of(comm)))                    \
    LOOP_HOST_REDUCTION(                                                                                     \
        Reduce_scatter_block, Ireduce_scatter_block,                                                         \
        (const void* out, void* in, LOOP_COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),          \
        (out, in, count, type, op, comm), Everyone, (count, no_root, type), reduced(count, type, op),        \
        reduced_and_scattered(out, in, count, type, comm), (void)0,                                          \
        own_size_of(comm) * bytes_of(count, type),                                                           \
        (Slots{bytes_of(count, type), own_size_of(comm) * bytes_of(count, type)}))                           \
    LOOP_HOST_REDUCTION(                                                                                     \
        Scan, Iscan,                                                                                         \
        (const void* out, void* in, LOOP_COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),          \
        (out, in, count, type, op, comm), Lower, (count, no_root, type), reduced(count, type, op),           \
        both(sent(out, count, type), received(in, count, type)), (void)0, bytes_of(count, type),             \
        {bytes_of(count, type)})                                                                             \
    LOOP_HOST_REDUCTION(                                                                                     \
        Exscan, Iexscan,                                                                                     \
        (const void* out, void* in, LOOP_COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),          \
        (out, in, count, type, op, comm), Lower, (count, no_root, type), reduced(count, type, op),           \
        scanned_before(out, in, count, type, comm), (void)0, bytes_of(count, type), {bytes_of(count, type)})
#include "host_calls/small_and_large.inc"
