#include "comm/collectives.h"
#include "comm/reduction_contents.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/records.h"

#include <utility>

namespace loop::runtime {
namespace {

// MPI_BYTE, or for a reduction its type.
MessageType slot_of(const CollectiveCall& call) {
    if (!is_reduction(call.construct)) return message_type(static_cast<std::size_t>(call.sizes.bytes));
    return {mpi_type(call.element),
            static_cast<int>(call.sizes.bytes / static_cast<long long>(bytes_of(call.element)))};
}

// The runtime's own operations, such as those of \CLOSE0, must not meet those of constructs.
MPI_Comm communicator() {
    return among_all() ? the_session.constructs : control_of_group();
}

std::uint32_t channel_of(MPI_Comm comm) {
    if (among_all() || !trace::is_recording()) return trace::constructs_channel;
    return channel_in_trace(comm);
}

} // namespace

std::uint32_t (*channel_in_trace)(MPI_Comm comm) = nullptr;

CollectivePlan::CollectivePlan(const CollectiveCall& call)
    : CollectiveLayout(layout_of(call)), construct(call.construct), differs(call.sizes.differ()),
      size(differs ? -1 : call.sizes.bytes), kept(differs ? call.sizes.kept : Kept{}),
      root(static_cast<int>(call.root)), op(call.op), element(call.element), comm(communicator()),
      channel(channel_of(comm)) {
    if (!differs) slot = slot_of(call);
    bus_bytes = loop::bus_bytes(call_info(construct).kind, contribution(call, *this), ranks_in_group());
    moves = moves_of(call, *this);
    hash = hash_of(call);
}

bool CollectivePlan::matches(const CollectiveCall& call) const {
    return differs == call.sizes.differ() &&
           (differs ? kept.stays(call.sizes.kept) : size == call.sizes.bytes) && root == call.root &&
           op == call.op && element == call.element;
}

const std::shared_ptr<CollectivePlan>& work_out_plan(SiteEntry& entry, const CollectiveCall& call) {
    const Excluded not_measured;
    if (entry.collectives == nullptr) {
        entry.collectives = std::make_unique<CollectivePlans>();
        entry.collectives->neighbours = neighbours_in_group();
    }
    CollectivePlans& plans = *entry.collectives;
    using Kept = std::shared_ptr<CollectivePlan>;
    const Kept* known = plans.plans.find([&](const Kept& plan) { return plan->matches(call); });
    if (known == nullptr) {
        auto made = std::make_shared<CollectivePlan>(call);
        // A function that was worked out afresh may have given the same sizes as before.
        known = plans.plans.find([&](const Kept& plan) {
            return made->differs && plan->differs && plan->hash == made->hash && plan->root == made->root;
        });
        if (known == nullptr) known = &plans.plans.add(std::move(made));
    }
    plans.last = *known;
    return plans.last;
}

std::int64_t agreed(const CollectivePlan& plan, bool is_persistent) {
    return static_cast<std::int64_t>(is_persistent ? ~plan.hash : plan.hash);
}

} // namespace loop::runtime
