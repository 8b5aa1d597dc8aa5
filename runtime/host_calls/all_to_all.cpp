// Collective operations in host code from all ranks to all ranks, and barriers.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

template <class Count>
static void log_counts_of_types(const CalledAt& at, MPI_Comm comm, const Count* given,
                                const MPI_Datatype* given_types, const Count* taken,
                                const MPI_Datatype* taken_types) {
    if (!logs_here() || !logs_all()) return;
    for (int i = 0, size = size_of(comm); i < size; ++i)
        log_bytes(at, bytes_of(given[i], given_types[i]), bytes_of(taken[i], taken_types[i]), i);
}

// Has no count.
#define LOOP_SIZED(Name) Name
LOOP_HOST_COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm), Everyone, (0, no_root, MPI_DATATYPE_NULL),
                     unlike(), BufferUses{}, (void)0, 0, {})
#undef LOOP_SIZED

#define LOOP_ROWS                                                                                            \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Allgather, Iallgather,                                                                               \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in, LOOP_COUNT in_count,        \
         MPI_Datatype in_type, MPI_Comm comm),                                                               \
        (out, out_count, out_type, in, in_count, in_type, comm), Everyone,                                   \
        (uniform(out, out_count), no_root, out_type),                                                        \
        with_own(out == MPI_IN_PLACE ? alike(in_count, in_type) : alike(out_count, out_type),                \
                 {out, out_count, out_type}, {in, in_count, in_type}),                                       \
        both(sent(out, out_count, out_type), received(in, in_count* partners_in(comm), in_type)), (void)0,   \
        own_part(out, out_count, out_type, in_count, in_type),                                               \
        equal_slots(bytes_of(in_count, in_type), comm))                                                      \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Allgatherv, Iallgatherv,                                                                             \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,                             \
         const LOOP_COUNT* in_counts, const LOOP_PLACE* places, MPI_Datatype in_type, MPI_Comm comm),        \
        (out, out_count, out_type, in, in_counts, places, in_type, comm), Everyone,                          \
        (not_uniform, no_root, MPI_DATATYPE_NULL),                                                           \
        with_own(out == MPI_IN_PLACE ? alike_part(comm, in_counts, in_type)                                  \
                                     : alike_type(out_count, out_type),                                      \
                 {out, out_count, out_type}, {in, own_count(comm, in_counts), in_type}),                     \
        both(sent(out, out_count, out_type),                                                                 \
             parts_of(loop::BufferRole::Receive, in, in_counts, places, in_type, partners_in(comm))),        \
        log_counts(at, no_counts<LOOP_COUNT>, in_type, in_counts, in_type, size_of(comm)),                   \
        own_part(out, out_count, out_type, in_counts, in_type, comm),                                        \
        slots_of(own_part(out, out_count, out_type, in_counts, in_type, comm), in_counts, in_type,           \
                 size_of(comm)))                                                                             \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Alltoall, Ialltoall,                                                                                 \
        (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in, LOOP_COUNT in_count,        \
         MPI_Datatype in_type, MPI_Comm comm),                                                               \
        (out, out_count, out_type, in, in_count, in_type, comm), Everyone,                                   \
        (uniform(out, out_count), no_root, out_type),                                                        \
        with_own(out == MPI_IN_PLACE ? alike(in_count, in_type) : alike(out_count, out_type),                \
                 {out, out_count, out_type}, {in, in_count, in_type}),                                       \
        both(sent(out, out_count* partners_in(comm), out_type),                                              \
             received(in, in_count* partners_in(comm), in_type)),                                            \
        (void)0, size_of(comm) * own_part(out, out_count, out_type, in_count, in_type),                      \
        equal_slots(bytes_of(in_count, in_type), comm))                                                      \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Alltoallv, Ialltoallv,                                                                               \
        (const void* out, const LOOP_COUNT* out_counts, const LOOP_PLACE* out_places, MPI_Datatype out_type, \
         void* in, const LOOP_COUNT* in_counts, const LOOP_PLACE* in_places, MPI_Datatype in_type,           \
         MPI_Comm comm),                                                                                     \
        (out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm), Everyone,          \
        (not_uniform, no_root, MPI_DATATYPE_NULL),                                                           \
        with_own(exchanged(comm, out == MPI_IN_PLACE ? in_counts : out_counts,                               \
                           out == MPI_IN_PLACE ? in_type : out_type, in_counts, in_type),                    \
                 {out, own_count(comm, out == MPI_IN_PLACE ? nullptr : out_counts), out_type},               \
                 {in, own_count(comm, in_counts), in_type}),                                                 \
        both(parts_of(loop::BufferRole::Send, out, out_counts, out_places, out_type, partners_in(comm)),     \
             parts_of(loop::BufferRole::Receive, in, in_counts, in_places, in_type, partners_in(comm))),     \
        log_counts(at, out == MPI_IN_PLACE ? in_counts : out_counts,                                         \
                   out == MPI_IN_PLACE ? in_type : out_type, in_counts, in_type, size_of(comm)),             \
        out == MPI_IN_PLACE ? bytes_of(sum_of(in_counts, size_of(comm)), in_type)                            \
                            : bytes_of(sum_of(out_counts, size_of(comm)), out_type),                         \
        (Slots{slots_of_all(in_counts, in_type, comm).own,                                                   \
               out == MPI_IN_PLACE ? bytes_of(sum_of(in_counts, size_of(comm)), in_type)                     \
                                   : bytes_of(sum_of(out_counts, size_of(comm)), out_type),                  \
               bytes_of(sum_of(in_counts, size_of(comm)), in_type)}))                                        \
    LOOP_HOST_COLLECTIVE(                                                                                    \
        Alltoallw, Ialltoallw,                                                                               \
        (const void* out, const LOOP_COUNT* out_counts, const LOOP_PLACE* out_places,                        \
         const MPI_Datatype* out_types, void* in, const LOOP_COUNT* in_counts, const LOOP_PLACE* in_places,  \
         const MPI_Datatype* in_types, MPI_Comm comm),                                                       \
        (out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm), Everyone,        \
        (not_uniform, no_root, MPI_DATATYPE_NULL), unlike(),                                                 \
        both(typed_parts_of(loop::BufferRole::Send, out, out_counts, out_places, out_types,                  \
                            partners_in(comm)),                                                              \
             typed_parts_of(loop::BufferRole::Receive, in, in_counts, in_places, in_types,                   \
                            partners_in(comm))),                                                             \
        log_counts_of_types(at, comm, out == MPI_IN_PLACE ? in_counts : out_counts,                          \
                            out == MPI_IN_PLACE ? in_types : out_types, in_counts, in_types),                \
        out == MPI_IN_PLACE ? bytes_to_each(in_counts, in_types, comm)                                       \
                            : bytes_to_each(out_counts, out_types, comm),                                    \
        (Slots{is_between_groups(comm) ? 0 : bytes_of(in_counts[rank_in(comm)], in_types[rank_in(comm)]),    \
               out == MPI_IN_PLACE ? bytes_to_each(in_counts, in_types, comm)                                \
                                   : bytes_to_each(out_counts, out_types, comm),                             \
               bytes_to_each(in_counts, in_types, comm)}))
#include "host_calls/small_and_large.inc"
