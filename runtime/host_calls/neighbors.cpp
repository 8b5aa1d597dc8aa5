// Neighborhood collectives in host code. Only begin and end are recorded, and what ranks give and get is
// counted: which ranks wait for which ones, and for how long, depends on the MPI library.
#include "host_calls/collectives.h"
#include "host_calls/entered.h"

#include <vector>

#ifndef SMPI_H // SimGrid's MPI has none

using namespace loop::runtime::trace;

namespace {

// The ranks that a rank receives from and sends to, in the order of their slots in its buffers. Negative: no
// neighbor there.
struct Neighbors {
    std::vector<int> sources, destinations;
};

Neighbors cartesian_neighbors(MPI_Comm comm) {
    Neighbors all;
    int dimensions = 0;
    PMPI_Cartdim_get(comm, &dimensions);
    for (int i = 0; i < dimensions; ++i) {
        int below = MPI_PROC_NULL, above = MPI_PROC_NULL;
        PMPI_Cart_shift(comm, i, 1, &below, &above);
        all.sources.push_back(below);
        all.sources.push_back(above);
    }
    all.destinations = all.sources;
    return all;
}

Neighbors graph_neighbors(MPI_Comm comm) {
    Neighbors all;
    int count = 0;
    PMPI_Graph_neighbors_count(comm, rank_in(comm), &count);
    all.sources.resize(static_cast<std::size_t>(count));
    PMPI_Graph_neighbors(comm, rank_in(comm), count, all.sources.data());
    all.destinations = all.sources;
    return all;
}

Neighbors distributed_neighbors(MPI_Comm comm) {
    Neighbors all;
    int sources = 0, destinations = 0, is_weighted = 0;
    PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &is_weighted);
    all.sources.resize(static_cast<std::size_t>(sources));
    all.destinations.resize(static_cast<std::size_t>(destinations));
    std::vector<int> weights(all.sources.size() + all.destinations.size() + 1); // some libraries write them
    PMPI_Dist_graph_neighbors(comm, sources, all.sources.data(), weights.data(), destinations,
                              all.destinations.data(), weights.data() + sources);
    return all;
}

Neighbors neighbors_in(MPI_Comm comm) {
    int topology = MPI_UNDEFINED;
    PMPI_Topo_test(comm, &topology);
    return topology == MPI_CART    ? cartesian_neighbors(comm)
           : topology == MPI_GRAPH ? graph_neighbors(comm)
                                   : distributed_neighbors(comm);
}

// The slots for or from other ranks.
template <class Bytes>
std::int64_t slots_of_others(const std::vector<int>& neighbors, MPI_Comm comm, Bytes bytes_of_slot) {
    return loop::bytes_of_neighbors(neighbors.data(), static_cast<int>(neighbors.size()), rank_in(comm),
                                    bytes_of_slot);
}

// A rank gives one slot to all of its neighbors, if it has any.
template <class Bytes>
loop::GivenAndGot gathered(MPI_Comm comm, std::int64_t own, Bytes received) {
    const Neighbors all = neighbors_in(comm);
    const bool gives = slots_of_others(all.destinations, comm, [](int) { return 1; }) > 0;
    return {gives ? own : 0, slots_of_others(all.sources, comm, received)};
}

template <class Sent, class Received>
loop::GivenAndGot exchanged_slots(MPI_Comm comm, Sent sent, Received received) {
    const Neighbors all = neighbors_in(comm);
    return {slots_of_others(all.destinations, comm, sent), slots_of_others(all.sources, comm, received)};
}

auto equal_slot(std::int64_t count, MPI_Datatype type) {
    return [bytes = bytes_of(count, type)](int) { return bytes; };
}
template <class Count>
auto counted_slot(const Count* counts, MPI_Datatype type) {
    return [=](int i) { return bytes_of(counts[i], type); };
}
template <class Count>
auto typed_slot(const Count* counts, const MPI_Datatype* types) {
    return [=](int i) { return bytes_of(counts[i], types[i]); };
}

} // namespace

// One row defines MPI_Neighbor_name, MPI_Ineighbor_name, and, since MPI 4, MPI_Neighbor_name_init; with large
// counts, MPI_Neighbor_name_c and so on (small_and_large.inc): their common parameters and arguments, and
// what the rank gives and gets.
#define LOOP_NEIGHBORHOOD(name, parameters, arguments, moves)                                                \
    LOOP_NEIGHBORHOOD_CALL(Neighbor_##name, parameters, arguments, moves)                                    \
    LOOP_NEIGHBORHOOD_CALL(Ineighbor_##name, (LOOP_LIST parameters, MPI_Request * request),                  \
                           (LOOP_LIST arguments, request), moves)                                            \
    LOOP_HOST_PERSISTENT(Neighbor_##name, parameters, arguments, loop::CallKind::Other,                      \
                         (not_uniform, no_root, MPI_DATATYPE_NULL), 0, moves)
#define LOOP_NEIGHBORHOOD_CALL(Name, parameters, arguments, moves)                                           \
    LOOP_HOST_CALL int LOOP_SIZED(MPI_##Name)(LOOP_LIST parameters) {                                        \
        LOOP_MISSED(Name)                                                                                    \
        const HostCall call(LOOP_ENTERED_SIZED(LOOP_SIZED(Name)));                                           \
        const int code = LOOP_SIZED(PMPI_##Name)(LOOP_LIST arguments);                                       \
        if (code == MPI_SUCCESS && call.is_recorded()) count_collective(moves);                              \
        return code;                                                                                         \
    }

#define LOOP_ROWS                                                                                            \
    LOOP_NEIGHBORHOOD(allgather,                                                                             \
                      (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,               \
                       LOOP_COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),                            \
                      (out, out_count, out_type, in, in_count, in_type, comm),                               \
                      gathered(comm, bytes_of(out_count, out_type), equal_slot(in_count, in_type)))          \
    LOOP_NEIGHBORHOOD(allgatherv,                                                                            \
                      (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,               \
                       const LOOP_COUNT* in_counts, const LOOP_PLACE* places, MPI_Datatype in_type,          \
                       MPI_Comm comm),                                                                       \
                      (out, out_count, out_type, in, in_counts, places, in_type, comm),                      \
                      gathered(comm, bytes_of(out_count, out_type), counted_slot(in_counts, in_type)))       \
    LOOP_NEIGHBORHOOD(alltoall,                                                                              \
                      (const void* out, LOOP_COUNT out_count, MPI_Datatype out_type, void* in,               \
                       LOOP_COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),                            \
                      (out, out_count, out_type, in, in_count, in_type, comm),                               \
                      exchanged_slots(comm, equal_slot(out_count, out_type), equal_slot(in_count, in_type))) \
    LOOP_NEIGHBORHOOD(                                                                                       \
        alltoallv,                                                                                           \
        (const void* out, const LOOP_COUNT* out_counts, const LOOP_PLACE* out_places, MPI_Datatype out_type, \
         void* in, const LOOP_COUNT* in_counts, const LOOP_PLACE* in_places, MPI_Datatype in_type,           \
         MPI_Comm comm),                                                                                     \
        (out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm),                    \
        exchanged_slots(comm, counted_slot(out_counts, out_type), counted_slot(in_counts, in_type)))         \
    LOOP_NEIGHBORHOOD(                                                                                       \
        alltoallw,                                                                                           \
        (const void* out, const LOOP_COUNT* out_counts, const MPI_Aint* out_places,                          \
         const MPI_Datatype* out_types, void* in, const LOOP_COUNT* in_counts, const MPI_Aint* in_places,    \
         const MPI_Datatype* in_types, MPI_Comm comm),                                                       \
        (out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm),                  \
        exchanged_slots(comm, typed_slot(out_counts, out_types), typed_slot(in_counts, in_types)))
#include "host_calls/small_and_large.inc"
#endif
