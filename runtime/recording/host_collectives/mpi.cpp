#include "recording/checks.h"
#include "recording/recorder.h"
#include "session/session.h"

#include <mpi.h>

#include <cstring>
#include <string>

// MPI's collective operations, called by host code. Nothing is sent. Of a datatype, only its size matters.

using namespace loop;
using namespace loop::runtime;
using namespace loop::recording;

namespace {

int global(const char* call, const Site& site, MPI_Comm comm, long long bytes, int root = -1,
           const Reduction& reduction = {}) {
    require_all(comm, call, site);
    recording::record_collective(call, site, {bytes, root, reduction.operation, reduction.element});
    return MPI_SUCCESS;
}

// With data for this rank.
int global(const char* call, const Site& site, MPI_Comm comm, long long bytes, const Arrival& arrival,
           int root = -1, const Reduction& reduction = {}) {
    global(call, site, comm, bytes, root, reduction);
    if (the_session.ranks > 1) arrive(call, site, arrival);
    return MPI_SUCCESS;
}

// What arrives is looked at only on ranks that receive: on others, its type may be anything.
int rooted(const char* call, const Site& site, MPI_Comm comm, int root, long long bytes, Receivers receivers,
           void* into, long long count, MPI_Datatype type, const Reduction& reduction = {}) {
    if (!receives(root, receivers)) return global(call, site, comm, bytes, root, reduction);
    return global(call, site, comm, bytes, arrival_of(into, count, type), root, reduction);
}

// The bytes of this rank's slot; with MPI_IN_PLACE, only the other buffer has its size.
long long slot_of(const void* data, int count, MPI_Datatype type, int other_count, MPI_Datatype other_type) {
    return data == MPI_IN_PLACE ? bytes_of(other_count, other_type) : bytes_of(count, type);
}

// A reduction: what all ranks would receive if all of them gave the same as this one.
void copy(const void* from, void* into, int count, MPI_Datatype type) {
    if (from != MPI_IN_PLACE && from != nullptr && into != nullptr)
        std::memcpy(into, from, static_cast<std::size_t>(bytes_of(count, type)));
}

long long of_all(int count) {
    return static_cast<long long>(count) * the_session.ranks;
}

} // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
    return global("MPI_Barrier", LOOP_CALL_SITE, comm, 0);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    return rooted("MPI_Bcast", LOOP_CALL_SITE, comm, root, bytes_of(count, type), Receivers::Others, data,
                  count, type);
}
int MPI_Reduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
    if (the_session.rank == root) copy(from, into, count, type);
    return rooted("MPI_Reduce", LOOP_CALL_SITE, comm, root, bytes_of(count, type), Receivers::Root, into,
                  count, type, reduction_of(op, type));
}
int MPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    copy(from, into, count, type);
    return global("MPI_Allreduce", LOOP_CALL_SITE, comm, bytes_of(count, type), arrival_of(into, count, type),
                  -1, reduction_of(op, type));
}
int MPI_Scan(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    copy(from, into, count, type);
    return global("MPI_Scan", LOOP_CALL_SITE, comm, bytes_of(count, type), arrival_of(into, count, type), -1,
                  reduction_of(op, type));
}
int MPI_Gather(const void* from, int own_count, MPI_Datatype own_type, void* into, int count,
               MPI_Datatype type, int root, MPI_Comm comm) {
    const long long slot = slot_of(from, own_count, own_type, count, type);
    return rooted("MPI_Gather", LOOP_CALL_SITE, comm, root, slot, Receivers::Root, into, of_all(count), type);
}
int MPI_Scatter(const void*, int all_count, MPI_Datatype all_type, void* into, int count, MPI_Datatype type,
                int root, MPI_Comm comm) {
    const long long slot = slot_of(into, count, type, all_count, all_type);
    return rooted("MPI_Scatter", LOOP_CALL_SITE, comm, root, slot, Receivers::Others, into, count, type);
}
int MPI_Allgather(const void*, int, MPI_Datatype, void* into, int count, MPI_Datatype type, MPI_Comm comm) {
    return global("MPI_Allgather", LOOP_CALL_SITE, comm, bytes_of(count, type),
                  arrival_of(into, of_all(count), type));
}
int MPI_Alltoall(const void*, int, MPI_Datatype, void* into, int count, MPI_Datatype type, MPI_Comm comm) {
    return global("MPI_Alltoall", LOOP_CALL_SITE, comm, bytes_of(count, type),
                  arrival_of(into, of_all(count), type));
}

} // extern "C"
