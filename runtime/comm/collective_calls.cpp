#include "comm/collectives.h"
#include "comm/reduction_contents.h"

namespace loop::runtime {

// The name of the blocking function, that of the nonblocking one, and their arguments.
#define LOOP_EITHER(Blocking, Nonblocking, ...)                                                              \
    (request == nullptr ? PMPI_##Blocking(__VA_ARGS__) : PMPI_##Nonblocking(__VA_ARGS__, request))

namespace {

int call_reduction(const PendingCollective& pending, MPI_Request* request) {
    const CollectivePlan& plan = *pending.plan;
    const void* const from = pending.send;
    void* const into = pending.receive;
    const MPI_Datatype type = mpi_type(plan.element);
    const MPI_Op op = mpi_op(plan.op);
    const int count = plan.slot.count;
    const MPI_Comm comm = plan.comm;
    switch (plan.construct) {
    case Construct::Reduce:
        return LOOP_EITHER(Reduce, Ireduce, from, into, count, type, op, plan.root, comm);
    case Construct::Allreduce:
        return LOOP_EITHER(Allreduce, Iallreduce, from, into, count, type, op, comm);
    case Construct::Scan:
        return LOOP_EITHER(Scan, Iscan, from, into, count, type, op, comm);
    case Construct::Exscan:
        return LOOP_EITHER(Exscan, Iexscan, from, into, count, type, op, comm);
    default:
        break;
    }
    if (!plan.differs)
        return LOOP_EITHER(Reduce_scatter_block, Ireduce_scatter_block, from, into, count, type, op, comm);
    return LOOP_EITHER(Reduce_scatter, Ireduce_scatter, from, into, plan.receives.counts.data(), type, op,
                       comm);
}

int call_with_sizes(const PendingCollective& pending, MPI_Request* request) {
    const CollectivePlan& plan = *pending.plan;
    const void* const from = pending.send;
    void* const into = pending.receive;
    const BlockList &sends = plan.sends, &receives = plan.receives;
    const int *const to = sends.counts.data(), *const to_at = sends.displacements.data();
    const int *const of = receives.counts.data(), *const of_at = receives.displacements.data();
    const auto sent = static_cast<int>(sends.bytes), received = static_cast<int>(receives.bytes);
    const MPI_Datatype type = MPI_BYTE;
    const MPI_Comm comm = plan.comm;
    switch (plan.construct) {
    case Construct::Gather:
        return LOOP_EITHER(Gatherv, Igatherv, from, sent, type, into, of, of_at, type, plan.root, comm);
    case Construct::Scatter:
        return LOOP_EITHER(Scatterv, Iscatterv, from, to, to_at, type, into, received, type, plan.root, comm);
    case Construct::Allgather:
        return LOOP_EITHER(Allgatherv, Iallgatherv, from, sent, type, into, of, of_at, type, comm);
    default:
        return LOOP_EITHER(Alltoallv, Ialltoallv, from, to, to_at, type, into, of, of_at, type, comm);
    }
}

} // namespace

int call_mpi(const PendingCollective& pending, MPI_Request* request) {
    const CollectivePlan& plan = *pending.plan;
    if (is_reduction(plan.construct)) return call_reduction(pending, request);
    if (plan.differs) return call_with_sizes(pending, request);
    const void* const from = pending.send;
    void* const into = pending.receive;
    const int count = plan.slot.count;
    const MPI_Datatype type = plan.slot.type;
    const MPI_Comm comm = plan.comm;
    switch (plan.construct) {
    case Construct::Barrier:
        return LOOP_EITHER(Barrier, Ibarrier, comm);
    case Construct::Bcast:
        return LOOP_EITHER(Bcast, Ibcast, into, count, type, plan.root, comm);
    case Construct::Gather:
        return LOOP_EITHER(Gather, Igather, from, count, type, into, count, type, plan.root, comm);
    case Construct::Scatter:
        return LOOP_EITHER(Scatter, Iscatter, from, count, type, into, count, type, plan.root, comm);
    case Construct::Allgather:
        return LOOP_EITHER(Allgather, Iallgather, from, count, type, into, count, type, comm);
    default:
        return LOOP_EITHER(Alltoall, Ialltoall, from, count, type, into, count, type, comm);
    }
}

#undef LOOP_EITHER

} // namespace loop::runtime
