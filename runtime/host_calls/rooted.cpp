// Collective operations in host code between a root and all ranks.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

#define LOOP_ROWS                                                                                            \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Bcast, Ibcast, (void* data, LOOP_COUNT count, MPI_Datatype type, int root, MPI_Comm comm),           \
        (data, count, type, root, comm), AllButRoot, (count, root, type), alike(count, type),                \
        use_if(root != MPI_PROC_NULL, use_of(loop::BufferRole::Data, data, count, type)), (void)0,           \
        gives_to_all(root, comm) ? bytes_of(count, type) : 0, {bytes_of(count, type)})                       \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Gather, Igather,                                                                                     \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in, LOOP_COUNT in_count,        \
         MPI_Datatype in_type, int root, MPI_Comm comm),                                                     \
        (out, out_count, out_type, in, in_count, in_type, root, comm), Rooted,                               \
        (uniform(out, out_count), root, out_type),                                                           \
        is_root(comm, root)                                                                                  \
            ? with_own(alike(in_count, in_type), {out, out_count, out_type}, {in, in_count, in_type})        \
            : alike(out_count, out_type),                                                                    \
        both(use_if(gives_to_root(comm, root), sent(out, out_count, out_type)),                              \
             use_if(is_root(comm, root), received(in, in_count* partners_in(comm), in_type))),               \
        (void)0, is_mpi_root(root) ? 0 : own_part(out, out_count, out_type, in_count, in_type),              \
        (gives_to_all(root, comm) ? equal_slots(bytes_of(in_count, in_type), comm)                           \
                                  : Slots{bytes_of(out_count, out_type)}))                                   \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Gatherv, Igatherv,                                                                                   \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,                             \
         const LOOP_COUNT* in_counts, const LOOP_PLACE* places, MPI_Datatype in_type, int root,              \
         MPI_Comm comm),                                                                                     \
        (out, out_count, out_type, in, in_counts, places, in_type, root, comm), Rooted,                      \
        (not_uniform, root, MPI_DATATYPE_NULL),                                                              \
        is_root(comm, root)                                                                                  \
            ? with_own(alike_type(sum_if_known(comm, in_counts), in_type), {out, out_count, out_type},       \
                       {in, own_count(comm, in_counts), in_type})                                            \
            : alike_type(out_count, out_type),                                                               \
        both(use_if(gives_to_root(comm, root), sent(out, out_count, out_type)),                              \
             is_root(comm, root)                                                                             \
                 ? parts_of(loop::BufferRole::Receive, in, in_counts, places, in_type, partners_in(comm))    \
                 : BufferUses{}),                                                                            \
        gives_to_all(root, comm)                                                                             \
            ? log_counts(at, no_counts<LOOP_COUNT>, in_type, in_counts, in_type, size_of(comm))              \
            : void(),                                                                                        \
        is_mpi_root(root) ? 0 : own_part(out, out_count, out_type, in_counts, in_type, comm),                \
        (gives_to_all(root, comm) ? slots_of_all(in_counts, in_type, comm)                                   \
                                  : Slots{bytes_of(out_count, out_type)}))                                   \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Scatter, Iscatter,                                                                                   \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in, LOOP_COUNT in_count,        \
         MPI_Datatype in_type, int root, MPI_Comm comm),                                                     \
        (out, out_count, out_type, in, in_count, in_type, root, comm), AllButRoot,                           \
        (uniform(in, in_count), root, in_type),                                                              \
        is_root(comm, root)                                                                                  \
            ? with_own(alike(out_count, out_type), {out, out_count, out_type}, {in, in_count, in_type})      \
            : alike(in_count, in_type),                                                                      \
        both(use_if(is_root(comm, root), sent(out, out_count* partners_in(comm), out_type)),                 \
             use_if(gives_to_root(comm, root), received(in, in_count, in_type))),                            \
        (void)0, gives_to_all(root, comm) ? size_of(comm) * bytes_of(out_count, out_type) : 0,               \
        (gives_to_all(root, comm) ? equal_slots(bytes_of(out_count, out_type), comm)                         \
                                  : Slots{bytes_of(in_count, in_type)}))                                     \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Scatterv, Iscatterv,                                                                                 \
        (const void* out, const LOOP_COUNT* out_counts, const LOOP_PLACE* places, MPI_Datatype out_type,     \
         void* in, LOOP_COUNT in_count, MPI_Datatype in_type, int root, MPI_Comm comm),                      \
        (out, out_counts, places, out_type, in, in_count, in_type, root, comm), AllButRoot,                  \
        (not_uniform, root, MPI_DATATYPE_NULL),                                                              \
        is_root(comm, root)                                                                                  \
            ? with_own(alike_type(sum_if_known(comm, out_counts), out_type),                                 \
                       {out, own_count(comm, out_counts), out_type}, {in, in_count, in_type})                \
            : alike_type(in_count, in_type),                                                                 \
        both(is_root(comm, root)                                                                             \
                 ? parts_of(loop::BufferRole::Send, out, out_counts, places, out_type, partners_in(comm))    \
                 : BufferUses{},                                                                             \
             use_if(gives_to_root(comm, root), received(in, in_count, in_type))),                            \
        gives_to_all(root, comm)                                                                             \
            ? log_counts(at, out_counts, out_type, no_counts<LOOP_COUNT>, out_type, size_of(comm))           \
            : void(),                                                                                        \
        gives_to_all(root, comm) ? bytes_of(sum_of(out_counts, size_of(comm)), out_type) : 0,                \
        (gives_to_all(root, comm) ? slots_of_all(out_counts, out_type, comm)                                 \
                                  : Slots{bytes_of(in_count, in_type)}))                                     \
    LOOP_HOST_REDUCTION(Reduce, Ireduce,                                                                     \
                        (const void* out, void* in, LOOP_COUNT count, MPI_Datatype type, MPI_Op op,          \
                         int root, MPI_Comm comm),                                                           \
                        (out, in, count, type, op, root, comm), Rooted, (count, root, type),                 \
                        reduced(count, type, op),                                                            \
                        both(use_if(gives_to_root(comm, root), sent(out, count, type)),                      \
                             use_if(is_root(comm, root), received(in, count, type))),                        \
                        (void)0, is_mpi_root(root) ? 0 : bytes_of(count, type), {bytes_of(count, type)})
#include "host_calls/small_and_large.inc"
