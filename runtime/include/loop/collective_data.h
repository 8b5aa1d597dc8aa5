#pragma once

#include <loop/calls.h>

// What ranks give to the others in a collective operation, and get from them. This follows from the operation
// alone, not from how MPI implements it. Plain functions without MPI; used by the runtime, the recorder, and
// the count of a schedule (docs/record.md).
namespace loop {

// Bytes. Given: those of a rank's data that other ranks need, each once, however many ranks need them. Got:
// those of a rank's result that depend on data of other ranks.
struct GivenAndGot {
    long long given = 0, got = 0;
};

// As what a call counts. In gather0, every rank has a whole vector, and the vectors are combined.
constexpr CallKind data_kind(const CallInfo& call) {
    return call.name == "gather0" ? CallKind::Reduce : call.kind;
}

constexpr bool has_root(CallKind kind) {
    return kind == CallKind::Bcast || kind == CallKind::Reduce || kind == CallKind::Gather ||
           kind == CallKind::Gatherv || kind == CallKind::Scatter || kind == CallKind::Scatterv;
}

// What one rank of a collective operation knows. Ranks count in the communicator. Sizes are in bytes.
struct CollectivePart {
    CallKind kind = CallKind::Other;
    int rank = 0, ranks = 1; // on an intercommunicator, those of both groups
    bool at_root = false;    // of an operation with a root
    long long own = 0;       // this rank's slot; of an all-to-all, the one for itself; else the whole vector
    long long sent = 0;      // the slots of all ranks together, if this rank has data for each of them
    long long received = 0;  // the same for what it receives
    bool between_groups = false; // on an intercommunicator, no slot is for this rank itself
};

// Nothing on a single rank, and for operations that are not collective.
constexpr GivenAndGot given_and_got(const CollectivePart& part) {
    if (part.ranks < 2) return {};
    const long long to_itself = part.between_groups ? 0 : part.own;
    switch (part.kind) {
    case CallKind::Bcast:
        return part.at_root ? GivenAndGot{part.own, 0} : GivenAndGot{0, part.own};
    case CallKind::Reduce:
        return part.at_root ? GivenAndGot{0, part.own} : GivenAndGot{part.own, 0};
    case CallKind::Scatter:
    case CallKind::Scatterv:
        return part.at_root ? GivenAndGot{part.sent - to_itself, 0} : GivenAndGot{0, part.own};
    case CallKind::Gather:
    case CallKind::Gatherv:
        return part.at_root ? GivenAndGot{0, part.received - to_itself} : GivenAndGot{part.own, 0};
    case CallKind::Allgather:
    case CallKind::Allgatherv:
        return {part.own, part.received - to_itself};
    case CallKind::Alltoall:
    case CallKind::Alltoallv:
    case CallKind::Alltoallw:
        return {part.sent - to_itself, part.received - to_itself};
    case CallKind::Allreduce:
        return {part.own, part.own};
    case CallKind::Reduce_scatter:
    case CallKind::Reduce_scatter_block:
        return {part.sent - to_itself, part.own};
    case CallKind::Scan:
    case CallKind::Exscan: // the last rank has nobody behind it, the first one nobody before it
        return {part.rank + 1 < part.ranks ? part.own : 0, part.rank > 0 ? part.own : 0};
    default:
        return {};
    }
}

// In a neighborhood collective, the bytes of the slots for, or from, other ranks than `rank`: those for
// itself do not count, nor those of a negative rank, where it has no neighbor. `bytes_of_slot(i)`: of
// neighbor i.
template <class Bytes>
constexpr long long bytes_of_neighbors(const int* neighbors, int count, int rank, Bytes bytes_of_slot) {
    long long bytes = 0;
    for (int i = 0; i < count; ++i)
        if (neighbors[i] >= 0 && neighbors[i] != rank) bytes += bytes_of_slot(i);
    return bytes;
}

// All ranks of a collective operation.
struct CollectiveOperationData {
    CallKind kind = CallKind::Other;
    int ranks = 1;
    int root = -1;
    long long size = 0; // of each slot, or of the vector
    // If slots differ, the size of each: by rank; of an all-to-all by sender, then by receiver. Else null.
    const long long* slots = nullptr;

    constexpr bool exchanges() const {
        return kind == CallKind::Alltoall || kind == CallKind::Alltoallv || kind == CallKind::Alltoallw;
    }
    constexpr long long slot(int sender, int receiver) const {
        if (slots == nullptr) return size;
        return exchanges() ? slots[static_cast<long long>(sender) * ranks + receiver] : slots[receiver];
    }
};

// The slots of all ranks together: in an all-to-all, those that `rank` sends, or receives.
constexpr long long slots_sent(const CollectiveOperationData& all, int rank) {
    if (all.slots == nullptr) return all.ranks * all.size;
    long long sum = 0;
    for (int other = 0; other < all.ranks; ++other)
        sum += all.slot(rank, other);
    return sum;
}
constexpr long long slots_received(const CollectiveOperationData& all, int rank) {
    if (all.slots == nullptr || !all.exchanges()) return slots_sent(all, rank);
    long long sum = 0;
    for (int other = 0; other < all.ranks; ++other)
        sum += all.slot(other, rank);
    return sum;
}

// Calls `visit(rank, given_and_got)` for each rank. Takes time in proportion to the number of slots.
template <class Visit>
constexpr void each_given_and_got(const CollectiveOperationData& all, Visit visit) {
    const long long common = all.exchanges() ? 0 : slots_sent(all, 0);
    for (int rank = 0; rank < all.ranks; ++rank) {
        const long long sent = all.exchanges() ? slots_sent(all, rank) : common;
        const long long received = all.exchanges() ? slots_received(all, rank) : common;
        visit(rank, given_and_got(
                        {all.kind, rank, all.ranks, rank == all.root, all.slot(rank, rank), sent, received}));
    }
}

// The bytes that must go from one part of the ranks to the rest, and back. `is_inside(rank)`: whether the
// rank is in that part.
template <class IsInside>
constexpr long long crossing_bytes(const CollectiveOperationData& all, IsInside is_inside) {
    long long inside = 0, changes = 0, slots = 0, from_root = 0, exchanged = 0;
    const int root = all.root < 0 ? 0 : all.root;
    for (int rank = 0; rank < all.ranks; ++rank) {
        const bool is_in = is_inside(rank);
        inside += is_in ? 1 : 0;
        changes += rank > 0 && is_in != is_inside(rank - 1) ? 1 : 0;
        if (all.exchanges()) continue;
        slots += all.slot(rank, rank);
        from_root += is_in != is_inside(root) ? all.slot(rank, rank) : 0;
    }
    const long long outside = all.ranks - inside;
    if (inside == 0 || outside == 0) return 0;
    if (all.exchanges() && all.slots == nullptr) return 2 * inside * outside * all.size;
    for (int sender = 0; all.exchanges() && sender < all.ranks; ++sender)
        for (int receiver = 0; receiver < all.ranks; ++receiver)
            exchanged += is_inside(sender) != is_inside(receiver) ? all.slot(sender, receiver) : 0;
    switch (all.kind) {
    case CallKind::Bcast:
    case CallKind::Reduce: // a part combines its data before they cross
        return all.size;
    case CallKind::Allreduce:
        return 2 * all.size;
    case CallKind::Scatter:
    case CallKind::Scatterv:
    case CallKind::Gather:
    case CallKind::Gatherv:
        return from_root;
    case CallKind::Allgather: // each slot crosses once
    case CallKind::Allgatherv:
    case CallKind::Reduce_scatter: // each slot of the result needs what the other part has combined
    case CallKind::Reduce_scatter_block:
        return slots;
    case CallKind::Scan: // what the ranks before a change have combined
    case CallKind::Exscan:
        return changes * all.size;
    default:
        return exchanged;
    }
}

} // namespace loop
