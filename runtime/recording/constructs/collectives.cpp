#include "recording/checks.h"
#include "recording/constructs/kept_pattern.h"
#include "recording/constructs/started.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/send.h>

namespace loop {

using namespace recording;

// MPI chooses the messages of its collectives, so what is counted is the data that ranks give and get.
struct runtime::CollectiveCall {
    Construct construct;
    const BlockSizes& size;
    long long root = 0;
    void* into = nullptr;
    void* data = nullptr; // in place of it
    Element element = Element::Double;
};

namespace {

using runtime::CollectiveCall;
using runtime::rank_in_group;
using runtime::ranks_in_group;

void* place_of(const CollectiveCall& call) {
    return call.into != nullptr ? call.into : call.data;
}

// The elements of a reduction arrive.
Arrival combined(const CollectiveCall& call, long long bytes) {
    constexpr int sizes[] = {sizeof(double), sizeof(float), sizeof(int), sizeof(long long), 1, 1};
    const ElementType type = call.element == Element::Double  ? ElementType::Double
                             : call.element == Element::Float ? ElementType::Float
                                                              : ElementType::Integer;
    return {place_of(call), bytes, type, sizes[static_cast<int>(call.element)]};
}

// Slots of all ranks arrive, one after the other; in DATA, this rank has its own already.
void arrive_in_slots_of_all(const CollectiveCall& call, const Site& site) {
    char* slot = static_cast<char*>(place_of(call));
    if (slot == nullptr) return;
    for (int sender = 0; sender < ranks_in_group(); ++sender) {
        const long long bytes = call.size.of(sender, rank_in_group());
        if (sender != rank_in_group() || call.into != nullptr) arrive(call.construct, site, {slot, bytes});
        slot += bytes;
    }
}

// The slot of this rank arrives: in DATA, behind those of the ranks before it.
void arrive_in_own_slot(const CollectiveCall& call, const Site& site) {
    long long before = 0;
    if (call.into == nullptr)
        for (int rank = 0; rank < rank_in_group(); ++rank)
            before += call.size.of(rank, rank);
    char* const place = static_cast<char*>(place_of(call));
    if (place != nullptr)
        arrive(call.construct, site, {place + before, call.size.of(rank_in_group(), rank_in_group())});
}

void arrive_in(const CollectiveCall& call, const Site& site) {
    const bool is_root = rank_in_group() == call.root;
    switch (call.construct) {
    case Construct::Bcast:
        if (!is_root) arrive(call.construct, site, {call.data, call.size.bytes});
        return;
    case Construct::Reduce:
        if (is_root) arrive(call.construct, site, combined(call, call.size.bytes));
        return;
    case Construct::Exscan: // the result of the first rank is undefined
        if (rank_in_group() == 0) return;
        [[fallthrough]];
    case Construct::Allreduce:
    case Construct::Scan:
        return arrive(call.construct, site, combined(call, call.size.bytes));
    case Construct::ReduceScatter:
        return arrive(call.construct, site, combined(call, call.size.of(rank_in_group(), rank_in_group())));
    case Construct::Scatter:
        if (!is_root || call.into != nullptr) arrive_in_own_slot(call, site);
        return;
    case Construct::Gather:
        if (is_root) arrive_in_slots_of_all(call, site);
        return;
    default: // \ALLGATHER, \ALLTOALL; \BARRIER has no data
        return arrive_in_slots_of_all(call, site);
    }
}

constexpr int most_ranks_with_pairs_of_slots = 1024;

// The sizes of the slots, if they differ. Reductions and broadcasts have none.
std::vector<long long> slots_of(const CollectiveCall& call, int ranks) {
    std::vector<long long> slots;
    if (!call.size.differ()) return slots;
    const bool by_pair = call.construct == Construct::Alltoall;
    for (int sender = 0; sender < (by_pair ? ranks : 1); ++sender)
        for (int receiver = 0; receiver < ranks; ++receiver)
            slots.push_back(call.size.of(by_pair ? sender : receiver, receiver));
    return slots;
}

// The operation with what its ranks give and get. An \ALLTOALL with too many different slots has neither.
void record_data(const CollectiveCall& call, const Site& site, int ranks) {
    runtime::the_session.construct = call.construct;
    runtime::the_session.site = site;
    require_open(call.construct, site);
    CollectiveData data{call.size.bytes, static_cast<int>(call.root)};
    if (call.size.differ() && call.construct == Construct::Alltoall && ranks > most_ranks_with_pairs_of_slots)
        recording::note(
            "the data of an \\ALLTOALL whose slots differ are not counted for more than 1024 ranks");
    else
        data.slots = slots_of(call, ranks);
    recording::record_collective(construct_name(call.construct), site, data);
}

void record_collective(const runtime::CollectiveCall& call, const Site& site) {
    const int ranks = runtime::ranks_in_group();
    require_size(call.construct, site, call.size.bytes);
    if (call.root < 0 || call.root >= ranks)
        runtime::fail(site, call.construct, "the root must be a rank from 0 to ", ranks - 1, ", not ",
                      call.root);
    if (call.construct != Construct::Barrier)
        recording::note("MPI chooses the messages of its collectives; what is counted is the data that ranks "
                        "give to them and get from them");
    record_data(call, site, ranks);
    if (ranks > 1) arrive_in(call, site);
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

LOOP_COLLECTIVE(bcast, Bcast, (size, root, nullptr, data), long long size, long long root, void* data)
LOOP_COLLECTIVE(reduce, Reduce, (size, root, into, data, type), long long size, long long root, Op,
                Element type, const void*, void* into, void* data)
#define LOOP_REDUCTION(name, id, Size)                                                                       \
    LOOP_COLLECTIVE(name, id, (size, 0, into, data, type), Size size, Op, Element type, const void*,         \
                    void* into, void* data)
LOOP_REDUCTION(allreduce, Allreduce, long long)
LOOP_REDUCTION(scan, Scan, long long)
LOOP_REDUCTION(exscan, Exscan, long long)
LOOP_REDUCTION(reduce_scatter, ReduceScatter, const BlockSizes&)
LOOP_COLLECTIVE(gather, Gather, (size, root, into, data), const BlockSizes& size, long long root, const void*,
                void* into, void* data)
LOOP_COLLECTIVE(scatter, Scatter, (size, root, into, data), const BlockSizes& size, long long root,
                const void*, void* into, void* data)
LOOP_COLLECTIVE(allgather, Allgather, (size, 0, into, data), const BlockSizes& size, const void*, void* into,
                void* data)
LOOP_COLLECTIVE(alltoall, Alltoall, (size, 0, into, data), const BlockSizes& size, const void*, void* into,
                void* data)
#undef LOOP_REDUCTION
#undef LOOP_COLLECTIVE
#undef LOOP_BRACES

} // namespace loop
