#include "comm/collectives.h"
#include "comm/reduction_contents.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/simulation.h"
#include "trace/excluded.h"
#include "trace/records.h"

#include <loop/fnv.h>

#include <algorithm>
#include <limits>
#include <string_view>

namespace loop::runtime {
namespace {

[[noreturn]] void fail_call(const CollectiveCall& call, const std::string& problem) {
    fail(the_session.site, call.construct, problem, among_all() ? "" : " (ranks count in their group)");
}

// The size of the block from `sender` to `receiver`. Functions of one rank have that of the slot.
long long size_of(const CollectiveCall& call, int sender, int receiver) {
    return call.construct == Construct::Alltoall ? call.sizes.of(sender, receiver)
                                                 : call.sizes.of(receiver, receiver);
}

void require_size(const CollectiveCall& call, long long bytes, int sender, int receiver) {
    if (bytes < 0) {
        if (!call.sizes.differ()) fail_call(call, concat("the size must be 0 or more, not ", bytes));
        fail_call(call, concat("the size of rank ", sender,
                               call.construct == Construct::Alltoall ? concat(" for rank ", receiver) : "",
                               " must be 0 or more, not ", bytes));
    }
    if (!is_reduction(call.construct)) return;
    const auto width = static_cast<long long>(bytes_of(call.element));
    if (bytes % width != 0)
        fail_call(call, concat("the size must be a multiple of ", width, ", the bytes of an element of type ",
                               name_of(call.element), ", not ", bytes));
}

void require_arguments(const CollectiveCall& call) {
    const int ranks = ranks_in_group();
    if (call.root < 0 || call.root >= ranks)
        fail_call(call, concat("the root must be a rank from 0 to ", ranks - 1, ", not ", call.root));
    if (is_reduction(call.construct) && !is_defined(call.op, call.element))
        fail_call(call, concat("MPI does not define ", name_of(call.op), " for ", name_of(call.element),
                               ": it combines integers only"));
}

constexpr long long most = std::numeric_limits<int>::max();

bool has_slots(Construct construct) {
    constexpr Construct all[] = {Construct::Gather, Construct::Scatter, Construct::Allgather,
                                 Construct::Alltoall};
    return std::find(std::begin(all), std::end(all), construct) != std::end(all);
}

// SimGrid's algorithms count the bytes of all slots with an int, and end the program or copy too little.
void require_total(const CollectiveCall& call, long long bytes) {
    if (!is_simulated || !has_slots(call.construct) || bytes <= most / ranks_in_group()) return;
    fail_call(call,
              concat("the slots of ", ranks_in_group(), " ranks of ", bytes, " bytes have more than ", most,
                     " bytes together; on a simulated machine, they cannot, as SimGrid counts with an int"));
}

// Appends a block behind the others; `unit`: the bytes that MPI counts in.
void append(BlockList& blocks, const CollectiveCall& call, int sender, int receiver, long long bytes,
            long long unit = 1) {
    if (call.sizes.differ() && blocks.bytes + bytes > most)
        fail_call(call, concat("the slots of all ranks have more than ", most,
                               " bytes together; if they differ, MPI counts their bytes in an int"));
    if (call.sizes.differ()) {
        blocks.counts.push_back(static_cast<int>(bytes / unit));
        blocks.displacements.push_back(static_cast<int>(blocks.bytes / unit));
    }
    blocks.all.push_back({sender, receiver, blocks.bytes, bytes});
    blocks.bytes += bytes;
}

// The slots of all ranks, in their order.
BlockList slots(const CollectiveCall& call, int sender, int receiver) {
    BlockList all;
    for (int rank = 0; rank < ranks_in_group(); ++rank) {
        const int from = sender < 0 ? rank : sender, to = receiver < 0 ? rank : receiver;
        const bool alltoall = call.construct == Construct::Alltoall;
        const long long bytes = alltoall ? size_of(call, from, to) : size_of(call, rank, rank);
        require_size(call, bytes, from, to);
        const long long unit =
            is_reduction(call.construct) ? static_cast<long long>(bytes_of(call.element)) : 1;
        append(all, call, from, to, bytes, unit);
    }
    return all;
}

// This rank's own slot.
BlockList own_slot(const CollectiveCall& call, int sender, int receiver) {
    BlockList own;
    const int rank = rank_in_group();
    append(own, call, sender, receiver, size_of(call, rank, rank));
    return own;
}

// All that the ranks receive has one payload for all of them.
void address_everyone(BlockList& blocks) {
    for (SentBlock& block : blocks.all)
        block.receiver = -1;
}

// What a reduction combines has no blocks of its own.
BlockList whole(long long bytes) {
    BlockList blocks;
    blocks.bytes = bytes;
    return blocks;
}

void lay_out(CollectivePlan& plan, const CollectiveCall& call) {
    const int rank = rank_in_group(), root = plan.root;
    const bool at_root = rank == root;
    switch (call.construct) {
    case Construct::Bcast:
        (at_root ? plan.sends : plan.receives) = own_slot(call, root, -1);
        return;
    case Construct::Gather:
    case Construct::Allgather:
        plan.sends = own_slot(call, rank, -1);
        plan.receives = slots(call, -1, rank);
        address_everyone(plan.receives);
        plan.first = plan.receives.all[static_cast<std::size_t>(rank)].at;
        if (call.construct == Construct::Gather && !at_root) plan.receives = {};
        return;
    case Construct::Scatter:
        plan.sends = slots(call, root, -1);
        plan.receives = own_slot(call, root, rank);
        plan.first = plan.sends.all[static_cast<std::size_t>(rank)].at;
        if (!at_root) plan.sends = {};
        return;
    case Construct::Alltoall:
        plan.sends = slots(call, rank, -1);
        plan.receives = slots(call, -1, rank);
        return;
    case Construct::ReduceScatter: {
        const BlockList all = slots(call, -1, -1);
        const SentBlock& own = all.all[static_cast<std::size_t>(rank)];
        plan.sends = whole(all.bytes);
        plan.receives = whole(own.bytes);
        plan.receives.counts = all.counts;
        plan.first = own.at;
        return;
    }
    case Construct::Reduce:
        plan.sends = whole(plan.size);
        if (at_root) plan.receives = whole(plan.size);
        return;
    default:
        plan.sends = whole(plan.size); // none for \BARRIER
        plan.receives = whole(plan.size);
    }
}

// What a rank contributes, on average over the ranks.
double contribution(const CollectivePlan& plan, const CollectiveCall& call) {
    if (plan.construct == Construct::Alltoall || plan.construct == Construct::ReduceScatter)
        return static_cast<double>(plan.sends.bytes);
    const double ranks = ranks_in_group();
    if (plan.construct == Construct::Bcast) return static_cast<double>(plan.size) / ranks;
    if (!plan.differs) return static_cast<double>(plan.size);
    double all = 0;
    for (int rank = 0; rank < ranks_in_group(); ++rank)
        all += static_cast<double>(size_of(call, rank, rank));
    return all / ranks;
}

GivenAndGot moves_of(const CollectivePlan& plan, const CollectiveCall& call) {
    const int rank = rank_in_group();
    const long long own = plan.differs ? size_of(call, rank, rank) : plan.size;
    return given_and_got({call_info(plan.construct).kind, rank, ranks_in_group(), rank == plan.root, own,
                          plan.sends.bytes, plan.receives.bytes});
}

std::uint64_t add_to_hash(std::uint64_t hash, long long number) {
    return fnv1a64({reinterpret_cast<const char*>(&number), sizeof number}, hash);
}

std::uint64_t hash_of(const CollectiveCall& call) {
    std::uint64_t hash = fnv1a64("");
    for (const long long number : {static_cast<long long>(call.op), static_cast<long long>(call.element),
                                   static_cast<long long>(call.sizes.differ())})
        hash = add_to_hash(hash, number);
    if (!call.sizes.differ()) return hash;
    const int ranks = ranks_in_group(), senders = call.construct == Construct::Alltoall ? ranks : 1;
    for (int sender = 0; sender < senders; ++sender)
        for (int rank = 0; rank < ranks; ++rank)
            hash = add_to_hash(hash, size_of(call, sender, rank));
    return hash;
}

// MPI_BYTE, or for a reduction its type.
MessageType slot_of(const CollectiveCall& call) {
    if (!is_reduction(call.construct)) return message_type(static_cast<std::size_t>(call.sizes.bytes));
    const long long elements = call.sizes.bytes / static_cast<long long>(bytes_of(call.element));
    if (elements > most)
        fail_call(call, concat("a reduction combines at most ", most, " elements, not ", elements));
    return {mpi_type(call.element), static_cast<int>(elements)};
}

Neighbours neighbours_in_group() {
    const int ranks = ranks_in_group(), rank = rank_in_group();
    Neighbours neighbours;
    for (const int member : {(rank + 1) % ranks, (rank + ranks - 1) % ranks}) {
        if (member == rank) continue;
        if (!neighbours.ranks.empty() && neighbours.ranks[0] == rank_of_member(member)) continue;
        neighbours.ranks.push_back(rank_of_member(member));
        neighbours.seen.push_back(0);
    }
    return neighbours;
}

// The runtime's own operations, such as those of \CLOSE0, must not meet those of constructs.
MPI_Comm communicator() {
    return among_all() ? the_session.constructs : control_of_group();
}

std::uint32_t channel_of(MPI_Comm comm) {
    if (among_all() || !trace::is_recording()) return trace::constructs_channel;
    return channel_in_trace(comm);
}

template <class Fits>
std::shared_ptr<CollectivePlan> find(const CollectivePlans& plans, Fits fits) {
    const auto found =
        std::find_if(plans.plans.begin(), plans.plans.end(), [&](const auto& plan) { return fits(*plan); });
    return found == plans.plans.end() ? nullptr : *found;
}

std::shared_ptr<CollectivePlan> add(CollectivePlans& plans, std::shared_ptr<CollectivePlan> plan) {
    if (plans.plans.size() < CollectivePlans::most)
        plans.plans.push_back(plan);
    else
        plans.plans[plans.oldest++ % CollectivePlans::most] = plan;
    return plan;
}

} // namespace

std::uint32_t (*channel_in_trace)(MPI_Comm comm) = nullptr;

bool is_reduction(Construct construct) {
    constexpr Construct reductions[] = {Construct::Reduce, Construct::Allreduce, Construct::Scan,
                                        Construct::Exscan, Construct::ReduceScatter};
    return std::find(std::begin(reductions), std::end(reductions), construct) != std::end(reductions);
}

bool has_root(Construct construct) {
    constexpr Construct rooted[] = {Construct::Bcast, Construct::Reduce, Construct::Gather,
                                    Construct::Scatter};
    return std::find(std::begin(rooted), std::end(rooted), construct) != std::end(rooted);
}

CollectivePlan::CollectivePlan(const CollectiveCall& call)
    : construct(call.construct), differs(call.sizes.differ()), size(differs ? -1 : call.sizes.bytes),
      kept(differs ? call.sizes.kept : Kept{}), root(static_cast<int>(call.root)), op(call.op),
      element(call.element), comm(communicator()), channel(channel_of(comm)) {
    require_arguments(call);
    if (!differs) {
        require_size(call, size, 0, 0);
        require_total(call, size);
        slot = slot_of(call);
    }
    lay_out(*this, call);
    bus_bytes = loop::bus_bytes(call_info(construct).kind, contribution(*this, call), ranks_in_group());
    moves = moves_of(*this, call);
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
    plans.last = find(plans, [&](const CollectivePlan& plan) { return plan.matches(call); });
    if (plans.last != nullptr) return plans.last;
    auto made = std::make_shared<CollectivePlan>(call);
    // A function that was worked out afresh may have given the same sizes as before.
    plans.last = find(plans, [&](const CollectivePlan& plan) {
        return made->differs && plan.differs && plan.hash == made->hash && plan.root == made->root;
    });
    if (plans.last == nullptr) plans.last = add(plans, std::move(made));
    return plans.last;
}

std::int64_t agreed(const CollectivePlan& plan, bool is_persistent) {
    return static_cast<std::int64_t>(is_persistent ? ~plan.hash : plan.hash);
}

} // namespace loop::runtime
