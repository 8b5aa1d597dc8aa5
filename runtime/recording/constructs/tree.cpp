#include "recording/constructs/kept_pattern.h"
#include "recording/constructs/started.h"
#include "session/settings.h"

#include <loop/comm.h>

#include <algorithm>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

// The ranks of the positions of the tree.
std::vector<int> ranks_of_positions(int ranks) {
    if (among_all() && !settings().tree_map.empty()) return settings().tree_map;
    std::vector<int> map;
    for (int rank = 0; rank < ranks; ++rank)
        map.push_back(rank);
    return map;
}

enum class Direction { Down, Up };

// Between each position and its parent, `bytes[position]` bytes.
Pattern tree_pattern(int ranks, Direction direction, const std::vector<long long>& bytes) {
    const std::vector<int> map = ranks_of_positions(ranks);
    PatternBuilder builder;
    for (int position = 1; position < ranks; ++position) {
        const int parent = patterns::tree_parent(position, settings().tree_shape);
        const int child_rank = map[static_cast<std::size_t>(position)];
        const int parent_rank = map[static_cast<std::size_t>(parent)];
        const long long size = bytes[static_cast<std::size_t>(position)];
        if (direction == Direction::Down)
            builder.add(parent_rank, child_rank, size, 1, 0);
        else
            builder.add(child_rank, parent_rank, size, 1, 0);
    }
    return builder.take();
}

// The bytes of the blocks of each position's subtree. A parent has a lower position than its children.
std::vector<long long> subtree_bytes(int ranks, long long elements, long long element_bytes) {
    const std::vector<int> map = ranks_of_positions(ranks);
    const patterns::BlockDistribution blocks(ranks, elements);
    std::vector<long long> bytes;
    for (const int rank : map)
        bytes.push_back(blocks.of(rank).count * element_bytes);
    for (int position = ranks - 1; position > 0; --position)
        bytes[static_cast<std::size_t>(patterns::tree_parent(position, settings().tree_shape))] +=
            bytes[static_cast<std::size_t>(position)];
    return bytes;
}

KeptPatterns bcast_patterns, collect_patterns, distribute_patterns;

void record_bcast(void* data, long long bytes, const Site& site) {
    require_size(Construct::TreeBcast, site, bytes);
    const PatternNumber pattern = bcast_patterns.get({}, [](int ranks) {
        return tree_pattern(ranks, Direction::Down,
                            std::vector<long long>(static_cast<std::size_t>(ranks), 1));
    });
    record(Construct::TreeBcast, site, pattern, bytes);
    if (rank_in_group() != 0) arrive(Construct::TreeBcast, site, {data, bytes});
}

void record_blocks(Construct construct, KeptPatterns& kept, Direction direction, long long elements,
                   std::size_t element_bytes, const Site& site) {
    const auto each = static_cast<long long>(element_bytes);
    const PatternNumber pattern = kept.get({elements, each}, [&](int ranks) {
        return tree_pattern(ranks, direction, subtree_bytes(ranks, elements, each));
    });
    record(construct, site, pattern, 1);
}

// The block of a rank, as it arrives.
Arrival block_of(int rank, void* data, long long elements, std::size_t element_bytes) {
    const patterns::Block block = patterns::BlockDistribution(ranks_in_group(), elements).of(rank);
    const auto each = static_cast<long long>(element_bytes);
    return {static_cast<char*>(data) + block.begin * each, block.count * each};
}

void record_collect(void* data, long long elements, std::size_t element_bytes, const Site& site) {
    record_blocks(Construct::TreeCollectVec, collect_patterns, Direction::Up, elements, element_bytes, site);
    if (rank_in_group() != 0) return;
    for (int rank = 1; rank < ranks_in_group(); ++rank)
        arrive(Construct::TreeCollectVec, site, block_of(rank, data, elements, element_bytes));
}

void record_distribute(void* data, long long elements, std::size_t element_bytes, const Site& site) {
    record_blocks(Construct::TreeDistribVec, distribute_patterns, Direction::Down, elements, element_bytes,
                  site);
    const int rank = rank_in_group();
    if (rank != 0) arrive(Construct::TreeDistribVec, site, block_of(rank, data, elements, element_bytes));
}

} // namespace

namespace detail {

void tree_bcast(void* data, long long bytes, Site site) {
    record_bcast(data, bytes, site);
}

void tree_collect(void* data, long long elements, std::size_t element_bytes, Site site) {
    record_collect(data, elements, element_bytes, site);
}

void tree_distribute(void* data, long long elements, std::size_t element_bytes, Site site) {
    record_distribute(data, elements, element_bytes, site);
}

void start_tree_bcast(Handle& handle, void* data, long long bytes, Site site) {
    record_bcast(data, bytes, site);
    add_started(handle);
}

void start_tree_collect(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                        Site site) {
    record_collect(data, elements, element_bytes, site);
    add_started(handle);
}

void start_tree_distribute(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                           Site site) {
    record_distribute(data, elements, element_bytes, site);
    add_started(handle);
}

} // namespace detail
} // namespace loop
