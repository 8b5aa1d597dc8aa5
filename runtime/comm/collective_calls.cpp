#include "comm/collectives.h"
#include "comm/reduction_contents.h"
#include "session/simulation.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

namespace loop::runtime {

// MPI 4 has persistent collectives; Open MPI 4 has them as an extension.
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) && MPI_VERSION < 4
#define LOOP_MAKE(name, ...) PMPIX_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request)
#elif MPI_VERSION >= 4
#define LOOP_MAKE(name, ...) PMPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request)
#else
#define LOOP_MAKE(name, ...) MPI_ERR_OTHER
#endif

// The name of the blocking function, that of the nonblocking one, and their arguments.
#define LOOP_CALL(name, iname, ...)                                                                          \
    (how == CallForm::Blocking      ? PMPI_##name(__VA_ARGS__)                                               \
     : how == CallForm::Nonblocking ? PMPI_##iname(__VA_ARGS__, request)                                     \
                                    : LOOP_MAKE(name, __VA_ARGS__))

namespace {

int call_reduction(const PendingCollective& pending, CallForm how, MPI_Request* request) {
    const CollectivePlan& plan = *pending.plan;
    const void* const from = pending.send;
    void* const into = pending.receive;
    const MPI_Datatype type = mpi_type(plan.element);
    const MPI_Op op = mpi_op(plan.op);
    const int count = plan.slot.count;
    const MPI_Comm comm = plan.comm;
    switch (plan.construct) {
    case Construct::Reduce:
        return LOOP_CALL(Reduce, Ireduce, from, into, count, type, op, plan.root, comm);
    case Construct::Allreduce:
        return LOOP_CALL(Allreduce, Iallreduce, from, into, count, type, op, comm);
    case Construct::Scan:
        return LOOP_CALL(Scan, Iscan, from, into, count, type, op, comm);
    case Construct::Exscan:
        return LOOP_CALL(Exscan, Iexscan, from, into, count, type, op, comm);
    default:
        break;
    }
    if (!plan.differs)
        return LOOP_CALL(Reduce_scatter_block, Ireduce_scatter_block, from, into, count, type, op, comm);
    return LOOP_CALL(Reduce_scatter, Ireduce_scatter, from, into, plan.receives.counts.data(), type, op,
                     comm);
}

int call_with_sizes(const PendingCollective& pending, CallForm how, MPI_Request* request) {
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
        return LOOP_CALL(Gatherv, Igatherv, from, sent, type, into, of, of_at, type, plan.root, comm);
    case Construct::Scatter:
        return LOOP_CALL(Scatterv, Iscatterv, from, to, to_at, type, into, received, type, plan.root, comm);
    case Construct::Allgather:
        return LOOP_CALL(Allgatherv, Iallgatherv, from, sent, type, into, of, of_at, type, comm);
    default:
        return LOOP_CALL(Alltoallv, Ialltoallv, from, to, to_at, type, into, of, of_at, type, comm);
    }
}

} // namespace

bool has_persistent_collectives() {
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
    return !is_simulated;
#else
    return false;
#endif
}

int call_mpi(const PendingCollective& pending, CallForm how, MPI_Request* request) {
    const CollectivePlan& plan = *pending.plan;
    if (is_reduction(plan.construct)) return call_reduction(pending, how, request);
    if (plan.differs) return call_with_sizes(pending, how, request);
    const void* const from = pending.send;
    void* const into = pending.receive;
    const int count = plan.slot.count;
    const MPI_Datatype type = plan.slot.type;
    const MPI_Comm comm = plan.comm;
    switch (plan.construct) {
    case Construct::Barrier:
        return LOOP_CALL(Barrier, Ibarrier, comm);
    case Construct::Bcast:
        return LOOP_CALL(Bcast, Ibcast, into, count, type, plan.root, comm);
    case Construct::Gather:
        return LOOP_CALL(Gather, Igather, from, count, type, into, count, type, plan.root, comm);
    case Construct::Scatter:
        return LOOP_CALL(Scatter, Iscatter, from, count, type, into, count, type, plan.root, comm);
    case Construct::Allgather:
        return LOOP_CALL(Allgather, Iallgather, from, count, type, into, count, type, comm);
    default:
        return LOOP_CALL(Alltoall, Ialltoall, from, count, type, into, count, type, comm);
    }
}

#undef LOOP_CALL
#undef LOOP_MAKE

} // namespace loop::runtime
