#include "comm/synchronise.h"

#include "comm/buffers.h"
#include "comm/node/node.h"
#include "comm/waiting/waiting.h"
#include "comm/waiting/yielding.h"
#include "session/group.h"
#include "trace/records.h"

#include <cstring>

namespace loop::runtime {
namespace {

class MpiFold final : public Fold {
public:
    MpiFold(MPI_Datatype type, MPI_Op op) : type_(type), op_(op) { PMPI_Type_size(type, &element_bytes_); }
    void operator()(void* into, void* from, std::size_t bytes) const override {
        const int count = static_cast<int>(bytes) / element_bytes_;
        check_mpi(PMPI_Reduce_local(from, into, count, type_, op_), "combining");
    }
    std::size_t element_bytes() const { return static_cast<std::size_t>(element_bytes_); }

private:
    MPI_Datatype type_;
    MPI_Op op_;
    int element_bytes_ = 1;
};

} // namespace

namespace {

void synchronize_ranks(MPI_Comm comm) {
    if (!the_session.yielding) return check_mpi(PMPI_Barrier(comm), "synchronizing");
    if (node_is_open() && among_all()) return synchronize_node();
    synchronise_yielding(comm);
}

} // namespace

// It is unknown when the last rank arrived, so all of this counts as waiting.
void synchronise(MPI_Comm comm) {
    const Waits waits(waits_for_everyone);
    if (!trace::on()) return synchronize_ranks(comm);
    trace::Waiting waiting;
    waiting.begin(-1);
    synchronize_ranks(comm);
    waiting.end();
    const bool picl = comm == the_session.picl;
    if (!picl && !among_all()) return; // the channel is that of all ranks
    trace::put(trace::again(), trace::Kind::Collective, 0, -1, 0,
               picl ? trace::picl_channel : trace::constructs_channel);
}

void broadcast(void* data, int bytes, int root, MPI_Comm comm) {
    const Waits waits(waits_for_everyone);
    if (!the_session.yielding)
        return check_mpi(PMPI_Bcast(data, bytes, MPI_BYTE, root, comm), "broadcasting");
    MPI_Request request;
    check_mpi(PMPI_Ibcast(data, bytes, MPI_BYTE, root, comm, &request), "broadcasting");
    wait_yielding(request, "broadcasting");
}

// MPICH 4.0.2 crashes with MPI_IN_PLACE on more than a few kilobytes if the root is not rank 0; then the
// root's own part is copied.
void reduce(void* data, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
    const Waits waits(waits_for_everyone);
    const MpiFold fold(type, op);
    const std::size_t bytes = static_cast<std::size_t>(count) * fold.element_bytes();
    if (node_is_open() && among_all())
        return combine_over_nodes(data, bytes, fold.element_bytes(), root, fold);
    const bool at_root = rank_in_group() == root;
    const void* from = data;
    void* into = at_root ? data : nullptr;
    if (at_root && root == 0) from = MPI_IN_PLACE;
    if (at_root && root != 0) {
        static auto* const own_part = new Buffer;
        from = std::memcpy(own_part->reserve(1, bytes + 1), data, bytes);
    }
    if (!the_session.yielding) {
        return check_mpi(PMPI_Reduce(from, into, count, type, op, root, comm), "combining");
    }
    MPI_Request request;
    check_mpi(PMPI_Ireduce(from, into, count, type, op, root, comm, &request), "combining");
    wait_yielding(request, "combining");
}

} // namespace loop::runtime
