#pragma once

#include <loop/collective_data.h>
#include <loop/rank_status.h>
#include <loop/send.h>
#include <loop/site.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// One call of one of MPI's collectives as a construct. MPI chooses the messages; what follows from the call
// is the data that ranks give and get.
struct CollectiveCall {
    Construct construct;
    const Site& site;
    const BlockSizes& sizes;
    long long root = 0;
    Op op = Op::sum;
    Element element = Element::Double;
    const void* from = nullptr;
    void* into = nullptr;
    void* data = nullptr; // in place of both
};

bool is_reduction(Construct construct);
bool has_root(Construct construct);

std::size_t bytes_of(Element element);
const char* name_of(Op op);
const char* name_of(Element element);
// Whether MPI defines the operation for the type: bits and truth values are integers.
bool is_defined(Op op, Element element);

// Bytes that one rank sends to another, or to all (`receiver` is -1), and where they are in the buffer. Ranks
// count in the group.
struct SentBlock {
    int sender, receiver;
    long long at, bytes;
};

// One side of a collective on this rank. Nothing, if the rank has no part in it.
struct BlockList {
    std::vector<SentBlock> all;             // none in reductions
    long long bytes = 0;                    // together
    std::vector<int> counts, displacements; // if the blocks differ, as MPI takes them
};

struct CollectiveLayout {
    BlockList sends, receives;
    long long first = 0; // where this rank's slot begins among those of all ranks, in bytes
};

// Ends the run if the arguments are wrong: a root that is no rank; a size that is negative, that is not a
// multiple of the element, or that MPI cannot count; an operation that MPI does not define for the type.
// Sizes that differ are looked at by layout_of().
void require(const CollectiveCall& call);
// The data of this rank. Ends the run as require() does.
CollectiveLayout layout_of(const CollectiveCall& call);
// Ends the run because of DATA beside FROM or INTO, FROM and INTO that overlap, or DATA of an \ALLTOALL whose
// sizes are not the same both ways.
void require_data(const CollectiveCall& call, const CollectiveLayout& layout);

// What a rank contributes, on average over the ranks, in bytes.
double contribution(const CollectiveCall& call, const CollectiveLayout& layout);
// What this rank gives to the others and gets from them.
GivenAndGot moves_of(const CollectiveCall& call, const CollectiveLayout& layout);
// A number for what ranks must agree on, beside the size and the root.
std::uint64_t hash_of(const CollectiveCall& call);

} // namespace loop::runtime
