#include "constructs/collectives.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/simulation.h"

#include <loop/calls.h>
#include <loop/fnv.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace loop {

namespace runtime {
namespace {

constexpr long long most = std::numeric_limits<int>::max();

[[noreturn]] void fail_call(const CollectiveCall& call, const std::string& problem) {
    fail(call.site, call.construct, problem, among_all() ? "" : " (ranks count in their group)");
}

// The size of the block from `sender` to `receiver`. A function of one rank gives the size of its slot.
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

bool has_slots(Construct construct) {
    constexpr Construct all[] = {Construct::Gather, Construct::Scatter, Construct::Allgather,
                                 Construct::Alltoall};
    return std::find(std::begin(all), std::end(all), construct) != std::end(all);
}

// MPI counts the elements of a reduction with an int.
void require_elements(const CollectiveCall& call) {
    if (!is_reduction(call.construct)) return;
    const long long elements = call.sizes.bytes / static_cast<long long>(bytes_of(call.element));
    if (elements > most)
        fail_call(call, concat("a reduction combines at most ", most, " elements, not ", elements));
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

CollectiveLayout laid_out(const CollectiveCall& call) {
    CollectiveLayout layout;
    const int rank = rank_in_group(), root = static_cast<int>(call.root);
    const bool at_root = rank == root;
    switch (call.construct) {
    case Construct::Bcast:
        (at_root ? layout.sends : layout.receives) = own_slot(call, root, -1);
        return layout;
    case Construct::Gather:
    case Construct::Allgather:
        layout.sends = own_slot(call, rank, -1);
        layout.receives = slots(call, -1, rank);
        address_everyone(layout.receives);
        layout.first = layout.receives.all[static_cast<std::size_t>(rank)].at;
        if (call.construct == Construct::Gather && !at_root) layout.receives = {};
        return layout;
    case Construct::Scatter:
        layout.sends = slots(call, root, -1);
        layout.receives = own_slot(call, root, rank);
        layout.first = layout.sends.all[static_cast<std::size_t>(rank)].at;
        if (!at_root) layout.sends = {};
        return layout;
    case Construct::Alltoall:
        layout.sends = slots(call, rank, -1);
        layout.receives = slots(call, -1, rank);
        return layout;
    case Construct::ReduceScatter: {
        const BlockList all = slots(call, -1, -1);
        const SentBlock& own = all.all[static_cast<std::size_t>(rank)];
        layout.sends = whole(all.bytes);
        layout.receives = whole(own.bytes);
        layout.receives.counts = all.counts;
        layout.first = own.at;
        return layout;
    }
    case Construct::Reduce:
        layout.sends = whole(call.sizes.bytes);
        if (at_root) layout.receives = whole(call.sizes.bytes);
        return layout;
    default:
        layout.sends = whole(call.sizes.bytes); // none for \BARRIER
        layout.receives = whole(call.sizes.bytes);
        return layout;
    }
}

std::uint64_t add_to_hash(std::uint64_t hash, long long number) {
    return fnv1a64({reinterpret_cast<const char*>(&number), sizeof number}, hash);
}

} // namespace

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

std::size_t bytes_of(Element element) {
    constexpr std::size_t all[] = {sizeof(double), sizeof(float), sizeof(int), sizeof(long long), 1, 1};
    return all[static_cast<std::size_t>(element)];
}

const char* name_of(Op op) {
    constexpr const char* all[] = {"sum", "prod", "min", "max", "band", "bor", "bxor", "land", "lor", "lxor"};
    return all[static_cast<std::size_t>(op)];
}

const char* name_of(Element element) {
    constexpr const char* all[] = {"double", "float", "int", "long long", "char", "unsigned char"};
    return all[static_cast<std::size_t>(element)];
}

bool is_defined(Op op, Element element) {
    return op < Op::band || (element != Element::Double && element != Element::Float);
}

void require(const CollectiveCall& call) {
    require_arguments(call);
    if (call.sizes.differ()) return;
    require_size(call, call.sizes.bytes, 0, 0);
    require_total(call, call.sizes.bytes);
    require_elements(call);
}

CollectiveLayout layout_of(const CollectiveCall& call) {
    require(call);
    return laid_out(call);
}

void require_data(const CollectiveCall& call, const CollectiveLayout& layout) {
    if (call.data != nullptr && (call.from != nullptr || call.into != nullptr))
        fail(call.site, call.construct, "DATA is in place of FROM and INTO; give one or the other");
    if (call.data != nullptr && call.construct == Construct::Alltoall &&
        layout.sends.counts != layout.receives.counts)
        fail(call.site, call.construct,
             "DATA needs the same size from r to s as from s to r; give FROM and INTO instead");
    if (call.from == nullptr || call.into == nullptr) return;
    const auto* const from = static_cast<const char*>(call.from);
    const auto* const into = static_cast<const char*>(call.into);
    if (from < into + layout.receives.bytes && into < from + layout.sends.bytes)
        fail(call.site, call.construct,
             "FROM and INTO overlap; give the data that the operation changes as DATA");
}

double contribution(const CollectiveCall& call, const CollectiveLayout& layout) {
    if (call.construct == Construct::Alltoall || call.construct == Construct::ReduceScatter)
        return static_cast<double>(layout.sends.bytes);
    const double ranks = ranks_in_group();
    if (call.construct == Construct::Bcast) return static_cast<double>(call.sizes.bytes) / ranks;
    if (!call.sizes.differ()) return static_cast<double>(call.sizes.bytes);
    double all = 0;
    for (int rank = 0; rank < ranks_in_group(); ++rank)
        all += static_cast<double>(size_of(call, rank, rank));
    return all / ranks;
}

GivenAndGot moves_of(const CollectiveCall& call, const CollectiveLayout& layout) {
    const int rank = rank_in_group();
    return given_and_got({call_info(call.construct).kind, rank, ranks_in_group(), rank == call.root,
                          size_of(call, rank, rank), layout.sends.bytes, layout.receives.bytes});
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

} // namespace runtime

using runtime::CollectiveCall;

namespace detail {

During::During(runtime::PendingCollective* pending, const Site& site) : site_(site), pending_(pending) {}

During::~During() {
    back_end::complete(pending_, site_);
}

} // namespace detail

// -- the functions of programs

#define LOOP_BRACES(...) __VA_ARGS__
// The functions and the class of a construct: the call that they make, and their parameters.
#define LOOP_COLLECTIVE(name, id, call, ...)                                                                 \
    void name(__VA_ARGS__, Site site) {                                                                      \
        back_end::execute(CollectiveCall LOOP_BRACES call);                                                  \
    }                                                                                                        \
    During##id::During##id(__VA_ARGS__, Site site)                                                           \
        : detail::During(back_end::begin(CollectiveCall LOOP_BRACES call), site) {}                          \
    void start_##name(Handle& handle, __VA_ARGS__, Site site) {                                              \
        back_end::start(handle, CollectiveCall LOOP_BRACES call);                                            \
    }
#define LOOP_REDUCTION(name, id, Size)                                                                       \
    LOOP_COLLECTIVE(name, id, ({Construct::id, site, size, 0, op, type, from, into, data}), Size size,       \
                    Op op, Element type, const void* from, void* into, void* data)

void barrier(Site site) {
    back_end::execute(CollectiveCall{Construct::Barrier, site, 0});
}
DuringBarrier::DuringBarrier(Site site)
    : detail::During(back_end::begin(CollectiveCall{Construct::Barrier, site, 0}), site) {}
void start_barrier(Handle& handle, Site site) {
    back_end::start(handle, CollectiveCall{Construct::Barrier, site, 0});
}

LOOP_COLLECTIVE(bcast, Bcast,
                ({Construct::Bcast, site, size, root, Op::sum, Element::Double, nullptr, nullptr, data}),
                long long size, long long root, void* data)
LOOP_COLLECTIVE(reduce, Reduce, ({Construct::Reduce, site, size, root, op, type, from, into, data}),
                long long size, long long root, Op op, Element type, const void* from, void* into, void* data)
LOOP_REDUCTION(allreduce, Allreduce, long long)
LOOP_REDUCTION(scan, Scan, long long)
LOOP_REDUCTION(exscan, Exscan, long long)
LOOP_REDUCTION(reduce_scatter, ReduceScatter, const BlockSizes&)
LOOP_COLLECTIVE(gather, Gather,
                ({Construct::Gather, site, size, root, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, long long root, const void* from, void* into, void* data)
LOOP_COLLECTIVE(scatter, Scatter,
                ({Construct::Scatter, site, size, root, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, long long root, const void* from, void* into, void* data)
LOOP_COLLECTIVE(allgather, Allgather,
                ({Construct::Allgather, site, size, 0, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, const void* from, void* into, void* data)
LOOP_COLLECTIVE(alltoall, Alltoall,
                ({Construct::Alltoall, site, size, 0, Op::sum, Element::Double, from, into, data}),
                const BlockSizes& size, const void* from, void* into, void* data)
#undef LOOP_REDUCTION
#undef LOOP_COLLECTIVE
#undef LOOP_BRACES

} // namespace loop
