#include "comm/collectives.h"

#include "comm/started.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <loop/send.h>

#include <memory>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

// A collective may be in the statement of another one, so each depth has its own.
struct NestedCollectives {
    std::vector<std::unique_ptr<PendingCollective>> by_depth;
    std::size_t depth = 0;
};
Lasting<NestedCollectives> nested;

PendingCollective& next_collective() {
    NestedCollectives& all = nested();
    if (all.depth == all.by_depth.size()) all.by_depth.push_back(std::make_unique<PendingCollective>());
    return *all.by_depth[all.depth++];
}
void leave_collective() {
    --nested().depth;
}

void run(const CollectiveCall& call, const Site& site) {
    const Scope scope(call.construct, site);
    move_collective(begin_collective(next_collective(), call, site));
    leave_collective();
}

class StartedCollective final : public Started {
public:
    void begin(const CollectiveCall& call, const Site& site) {
        pending_ = &begin_collective(own_, call, site);
        start_collective(*pending_);
    }
    void complete() override { complete_collective(*pending_); }
    std::int64_t awaited() const override {
        return static_cast<std::int64_t>(among_all() ? 0 : the_session.group->packed);
    }

private:
    PendingCollective own_;
    PendingCollective* pending_ = nullptr; // that, or one of the line
};

void start(Handle& handle, const CollectiveCall& call, const Site& site) {
    const Scope scope(call.construct, site);
    auto started = new_started<StartedCollective>(site_entry(call.construct, site));
    started->begin(call, site);
    add_started(handle, std::move(started));
}

} // namespace

namespace detail {

During::During(const CollectiveCall& call, const Site& site) : site_(site), pending_(nullptr) {
    const Scope scope(call.construct, site);
    pending_ = &begin_collective(next_collective(), call, site);
    start_collective(*pending_);
}

During::~During() {
    if (is_being_ended()) return; // otherwise the status would name this line as the place of the wait
    const SiteEntry& entry = *pending_->entry;
    const CollectivePlan& plan = *pending_->plan;
    const Scope scope(entry.construct, site_);
    publish(entry.label + pending_->call, plan.size, plan.root, agreed(plan, pending_->is_persistent));
    complete_collective(*pending_);
    leave_collective();
}

} // namespace detail

#define LOOP_BRACES(...) __VA_ARGS__
// The functions and the class of a construct: the call that they make, and their parameters.
#define LOOP_COLLECTIVE(name, id, call, ...)                                                                 \
    void name(__VA_ARGS__, Site site) {                                                                      \
        run(CollectiveCall LOOP_BRACES call, site);                                                          \
    }                                                                                                        \
    During##id::During##id(__VA_ARGS__, Site site)                                                           \
        : detail::During(CollectiveCall LOOP_BRACES call, site) {}                                           \
    void start_##name(Handle& handle, __VA_ARGS__, Site site) {                                              \
        start(handle, CollectiveCall LOOP_BRACES call, site);                                                \
    }
#define LOOP_REDUCTION(name, id, Size)                                                                       \
    LOOP_COLLECTIVE(name, id, ({Construct::id, size, 0, op, type, from, into, data}), Size size, Op op,      \
                    Element type, const void* from, void* into, void* data)

void barrier(Site site) {
    run({Construct::Barrier, 0}, site);
}
DuringBarrier::DuringBarrier(Site site) : detail::During({Construct::Barrier, 0}, site) {}
void start_barrier(Handle& handle, Site site) {
    start(handle, {Construct::Barrier, 0}, site);
}

LOOP_COLLECTIVE(bcast, Bcast,
                ({Construct::Bcast, size, root, Op::sum, Element::Double, nullptr, nullptr, data}),
                long long size, long long root, void* data)
LOOP_COLLECTIVE(reduce, Reduce, ({Construct::Reduce, size, root, op, type, from, into, data}), long long size,
                long long root, Op op, Element type, const void* from, void* into, void* data)
LOOP_REDUCTION(allreduce, Allreduce, long long)
LOOP_REDUCTION(scan, Scan, long long)
LOOP_REDUCTION(exscan, Exscan, long long)
LOOP_REDUCTION(reduce_scatter, ReduceScatter, const BlockSizes&)
LOOP_COLLECTIVE(gather, Gather, ({Construct::Gather, size, root, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, long long root, const void* from, void* into, void* data)
LOOP_COLLECTIVE(scatter, Scatter,
                ({Construct::Scatter, size, root, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, long long root, const void* from, void* into, void* data)
LOOP_COLLECTIVE(allgather, Allgather,
                ({Construct::Allgather, size, 0, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, const void* from, void* into, void* data)
LOOP_COLLECTIVE(alltoall, Alltoall,
                ({Construct::Alltoall, size, 0, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, const void* from, void* into, void* data)
#undef LOOP_REDUCTION
#undef LOOP_COLLECTIVE
#undef LOOP_BRACES

} // namespace loop
