// A part of neighbors.cpp, see small_and_large.h. No #pragma once: this is included for each type of the
// counts.
LOOP_NEIGHBORHOOD(allgather,
                  (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,
                   LOOP_COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
                  (out, out_count, out_type, in, in_count, in_type, comm),
                  gathered(comm, bytes_of(out_count, out_type), equal_slot(in_count, in_type)))
LOOP_NEIGHBORHOOD(allgatherv,
                  (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,
                   const LOOP_COUNT* in_counts, const LOOP_PLACE* places, MPI_Datatype in_type,
                   MPI_Comm comm),
                  (out, out_count, out_type, in, in_counts, places, in_type, comm),
                  gathered(comm, bytes_of(out_count, out_type), counted_slot(in_counts, in_type)))
LOOP_NEIGHBORHOOD(alltoall,
                  (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,
                   LOOP_COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
                  (out, out_count, out_type, in, in_count, in_type, comm),
                  exchanged_slots(comm, equal_slot(out_count, out_type), equal_slot(in_count, in_type)))
LOOP_NEIGHBORHOOD(alltoallv,
                  (const void* out, const LOOP_COUNT* out_counts, const LOOP_PLACE* out_places,
                   MPI_Datatype out_type, void* in, const LOOP_COUNT* in_counts, const LOOP_PLACE* in_places,
                   MPI_Datatype in_type, MPI_Comm comm),
                  (out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm),
                  exchanged_slots(comm, counted_slot(out_counts, out_type), counted_slot(in_counts, in_type)))
LOOP_NEIGHBORHOOD(alltoallw,
                  (const void* out, const LOOP_COUNT* out_counts, const MPI_Aint* out_places,
                   const MPI_Datatype* out_types, void* in, const LOOP_COUNT* in_counts,
                   const MPI_Aint* in_places, const MPI_Datatype* in_types, MPI_Comm comm),
                  (out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm),
                  exchanged_slots(comm, typed_slot(out_counts, out_types), typed_slot(in_counts, in_types)))
