#include "constructs/trees.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/settings.h"

#include <loop/comm.h>
#include <loop/send.h>

#include <cstring>
#include <numeric>

namespace loop {

namespace runtime {
namespace {

// The ranks of the positions of the tree; empty: their numbers.
std::vector<int> map_of_group() {
    return among_all() ? settings().tree_map : std::vector<int>{};
}

// The blocks of a vector: block r belongs to rank r.
class Blocks {
public:
    explicit Blocks(const TreeCall& call)
        : data_(static_cast<char*>(call.data)), distribution_(ranks_in_group(), call.elements),
          element_bytes_(call.element_bytes) {}

    char* begin(int rank) const {
        return data_ + static_cast<std::size_t>(distribution_.of(rank).begin) * element_bytes_;
    }
    std::size_t bytes(int rank) const {
        return static_cast<std::size_t>(distribution_.of(rank).count) * element_bytes_;
    }
    std::size_t bytes(const int* ranks, int count) const {
        std::size_t sum = 0;
        for (int i = 0; i < count; ++i)
            sum += bytes(ranks[i]);
        return sum;
    }

private:
    char* data_;
    patterns::BlockDistribution distribution_;
    std::size_t element_bytes_;
};

TreeSteps::Part part(int member, void* data, std::size_t bytes) {
    return {rank_of_member(member), static_cast<char*>(data), bytes};
}

// The bytes of the blocks of each position's subtree. A parent has a lower position than its children.
std::vector<long long> subtree_bytes(const TreeCall& call, int ranks, const std::vector<int>& map) {
    const patterns::BlockDistribution blocks(ranks, call.elements);
    std::vector<long long> bytes;
    for (const int rank : map)
        bytes.push_back(blocks.of(rank).count * static_cast<long long>(call.element_bytes));
    for (int position = ranks - 1; position > 0; --position)
        bytes[static_cast<std::size_t>(patterns::tree_parent(position, settings().tree_shape))] +=
            bytes[static_cast<std::size_t>(position)];
    return bytes;
}

} // namespace

void require(const TreeCall& call) {
    if (call.elements < 0)
        fail(call.site, call.construct, "the size is ", call.elements, " bytes; it must not be negative");
}

patterns::TreeView tree_of_group() {
    return patterns::tree_view(rank_in_group(), ranks_in_group(), settings().tree_shape, map_of_group());
}

patterns::MessageRows rows_of(const TreeCall& call, int ranks) {
    std::vector<int> map = map_of_group();
    if (map.empty()) {
        map.resize(static_cast<std::size_t>(ranks));
        std::iota(map.begin(), map.end(), 0);
    }
    const bool is_bcast = call.construct == Construct::TreeBcast;
    const std::vector<long long> bytes =
        is_bcast ? std::vector<long long>(map.size(), 1) : subtree_bytes(call, ranks, map);
    patterns::RowBuilder rows;
    for (std::size_t position = 1; position < map.size(); ++position) {
        const int parent = patterns::tree_parent(static_cast<int>(position), settings().tree_shape);
        const int above = map[static_cast<std::size_t>(parent)], below = map[position];
        if (call.construct == Construct::TreeCollectVec)
            rows.add(below, above, bytes[position], 1, 0);
        else
            rows.add(above, below, bytes[position], 1, 0);
    }
    return rows.take();
}

std::vector<TreeData> received_by(const TreeCall& call) {
    const int rank = rank_in_group();
    std::vector<TreeData> all;
    if (call.construct == Construct::TreeBcast) {
        if (rank != 0) all.push_back({static_cast<char*>(call.data), call.bytes()});
        return all;
    }
    const Blocks blocks(call);
    const auto add = [&](int of) {
        all.push_back({blocks.begin(of), static_cast<long long>(blocks.bytes(of))});
    };
    if (call.construct == Construct::TreeDistribVec) {
        if (rank != 0) add(rank);
    } else if (rank == 0) {
        for (int other = 1; other < ranks_in_group(); ++other)
            add(other);
    }
    return all;
}

std::size_t TreeSteps::staging_bytes(const TreeCall& call, const patterns::TreeView& tree) {
    if (call.construct == Construct::TreeBcast || tree.children.empty()) return 0;
    return Blocks(call).bytes(tree.subtree.data(), static_cast<int>(tree.subtree.size()));
}

void TreeSteps::plan(const TreeCall& call, const patterns::TreeView& tree, char* staging) {
    data_ = call.data;
    staging_ = staging;
    elements_ = call.elements;
    element_bytes_ = call.element_bytes;
    receives_.clear();
    sends_.clear();
    copies_.clear();
    if (call.construct == Construct::TreeBcast)
        plan_bcast(call, tree);
    else
        plan_blocks(call, tree, staging);
}

void TreeSteps::plan_bcast(const TreeCall& call, const patterns::TreeView& tree) {
    const auto bytes = static_cast<std::size_t>(call.bytes());
    if (tree.parent >= 0) receives_.push_back(part(tree.parent, call.data, bytes));
    for (const int child : tree.children)
        sends_.push_back(part(child, call.data, bytes));
}

void TreeSteps::plan_blocks(const TreeCall& call, const patterns::TreeView& tree, char* staging) {
    const Blocks blocks(call);
    const bool is_up = call.construct == Construct::TreeCollectVec;
    const int rank = tree.subtree[0];
    const auto copy = [&](bool to_vector, char* staged, int of) {
        copies_.push_back(to_vector ? Copy{blocks.begin(of), staged, blocks.bytes(of)}
                                    : Copy{staged, blocks.begin(of), blocks.bytes(of)});
    };
    if (tree.parent >= 0) {
        const bool is_leaf = tree.children.empty();
        const std::size_t bytes = blocks.bytes(tree.subtree.data(), static_cast<int>(tree.subtree.size()));
        (is_up ? sends_ : receives_)
            .push_back(part(tree.parent, is_leaf ? blocks.begin(rank) : staging, bytes));
        if (is_leaf) return;
        copy(!is_up, staging, rank);
    }
    const int* ranks = tree.subtree.data() + 1;
    char* staged = staging + blocks.bytes(rank);
    for (std::size_t child = 0; child < tree.children.size(); ++child) {
        const int size = tree.child_subtree_size[child];
        const std::size_t bytes = blocks.bytes(ranks, size);
        const bool is_direct = tree.parent < 0 && size == 1;
        (is_up ? receives_ : sends_)
            .push_back(part(ranks[0], is_direct ? blocks.begin(ranks[0]) : staged, bytes));
        for (int i = 0; i < size; ++i) {
            if (tree.parent < 0 && !is_direct) copy(is_up, staged, ranks[i]);
            staged += blocks.bytes(ranks[i]);
        }
        ranks += size;
    }
}

void TreeSteps::copy_between() const {
    for (const Copy& copy : copies_)
        std::memcpy(copy.to, copy.from, copy.bytes);
}

} // namespace runtime

// -- the functions of programs

namespace detail {

using runtime::TreeCall;

void tree_bcast(void* data, long long bytes, Site site) {
    back_end::execute(TreeCall{Construct::TreeBcast, site, data, bytes, 1});
}

void start_tree_bcast(Handle& handle, void* data, long long bytes, Site site) {
    back_end::start(handle, TreeCall{Construct::TreeBcast, site, data, bytes, 1});
}

void tree_collect(void* data, long long elements, std::size_t element_bytes, Site site) {
    back_end::execute(TreeCall{Construct::TreeCollectVec, site, data, elements, element_bytes});
}

void start_tree_collect(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                        Site site) {
    back_end::start(handle, TreeCall{Construct::TreeCollectVec, site, data, elements, element_bytes});
}

void tree_distribute(void* data, long long elements, std::size_t element_bytes, Site site) {
    back_end::execute(TreeCall{Construct::TreeDistribVec, site, data, elements, element_bytes});
}

void start_tree_distribute(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                           Site site) {
    back_end::start(handle, TreeCall{Construct::TreeDistribVec, site, data, elements, element_bytes});
}

} // namespace detail
} // namespace loop
