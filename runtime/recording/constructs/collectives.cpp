#include "recording/constructs/kept_pattern.h"
#include "recording/constructs/started.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/send.h>

namespace loop {

using namespace recording;

// MPI chooses the messages of its collectives, so only calls are counted.
struct runtime::CollectiveCall {
    Construct construct;
    const BlockSizes& size;
    long long root = 0;
};

namespace {

void record_collective(const runtime::CollectiveCall& call, const Site& site) {
    const int ranks = runtime::ranks_in_group();
    require_size(call.construct, site, call.size.bytes);
    if (call.root < 0 || call.root >= ranks)
        runtime::fail(site, call.construct, "the root must be a rank from 0 to ", ranks - 1, ", not ",
                      call.root);
    if (call.construct != Construct::Barrier)
        recording::note("MPI chooses the messages of its collectives; only their calls are counted");
    record(call.construct, site);
}

} // namespace

namespace detail {
During::During(const runtime::CollectiveCall& call, const Site& site) : site_(site), pending_(nullptr) {
    record_collective(call, site);
}
During::~During() = default;
} // namespace detail

#define LOOP_BRACES(...) __VA_ARGS__
#define LOOP_COLLECTIVE(name, id, call, ...)                                                                 \
    void name(__VA_ARGS__, Site site) {                                                                      \
        record_collective({Construct::id, LOOP_BRACES call}, site);                                          \
    }                                                                                                        \
    During##id::During##id(__VA_ARGS__, Site site)                                                           \
        : detail::During({Construct::id, LOOP_BRACES call}, site) {}                                         \
    void start_##name(Handle& handle, __VA_ARGS__, Site site) {                                              \
        record_collective({Construct::id, LOOP_BRACES call}, site);                                          \
        add_started(handle);                                                                                 \
    }

void barrier(Site site) {
    record_collective({Construct::Barrier, 0}, site);
}
DuringBarrier::DuringBarrier(Site site) : detail::During({Construct::Barrier, 0}, site) {}
void start_barrier(Handle& handle, Site site) {
    record_collective({Construct::Barrier, 0}, site);
    add_started(handle);
}

LOOP_COLLECTIVE(bcast, Bcast, (size, root), long long size, long long root, void*)
LOOP_COLLECTIVE(reduce, Reduce, (size, root), long long size, long long root, Op, Element, const void*, void*,
                void*)
LOOP_COLLECTIVE(allreduce, Allreduce, (size), long long size, Op, Element, const void*, void*, void*)
LOOP_COLLECTIVE(scan, Scan, (size), long long size, Op, Element, const void*, void*, void*)
LOOP_COLLECTIVE(exscan, Exscan, (size), long long size, Op, Element, const void*, void*, void*)
LOOP_COLLECTIVE(reduce_scatter, ReduceScatter, (size), const BlockSizes& size, Op, Element, const void*,
                void*, void*)
LOOP_COLLECTIVE(gather, Gather, (size, root), const BlockSizes& size, long long root, const void*, void*,
                void*)
LOOP_COLLECTIVE(scatter, Scatter, (size, root), const BlockSizes& size, long long root, const void*, void*,
                void*)
LOOP_COLLECTIVE(allgather, Allgather, (size), const BlockSizes& size, const void*, void*, void*)
LOOP_COLLECTIVE(alltoall, Alltoall, (size), const BlockSizes& size, const void*, void*, void*)
#undef LOOP_COLLECTIVE
#undef LOOP_BRACES

} // namespace loop
