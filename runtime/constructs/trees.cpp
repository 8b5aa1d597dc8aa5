#include "constructs/trees.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/settings.h"

#include <loop/comm.h>
#include <loop/send.h>

#include <cstring>
#include <utility>

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
    for (int position = 0; position < ranks; ++position) {
        const int rank = map.empty() ? position : map[static_cast<std::size_t>(position)];
        bytes.push_back(blocks.of(rank).count * static_cast<long long>(call.element_bytes));
    }
    for (int position = ranks - 1; position > 0; --position)
        bytes[static_cast<std::size_t>(patterns::tree_parent(position, settings().tree_shape))] +=
            bytes[static_cast<std::size_t>(position)];
    return bytes;
}

// The bytes of the message between a position and its parent.
class EdgeBytes {
public:
    EdgeBytes(const TreeCall& call, int ranks, const std::vector<int>& map) {
        if (call.construct != Construct::TreeBcast) bytes_ = subtree_bytes(call, ranks, map);
    }
    long long of(long long position) const {
        return bytes_.empty() ? 1 : bytes_[static_cast<std::size_t>(position)];
    }

private:
    std::vector<long long> bytes_;
};

// From parents to children, which are both evenly spaced.
patterns::MessageRow edges(long long child, long long child_step, long long parent_step, long long count) {
    return {0, parent_step, child, child_step, count, 1, 1, 0};
}

// Each binomial level has the children at one distance from their parents, each binary one those of one side.
patterns::MessageRows levels(int ranks, patterns::TreeShape shape) {
    patterns::MessageRows rows;
    if (shape == patterns::TreeShape::Binomial)
        for (long long bit = 1; bit < ranks; bit *= 2)
            rows.push_back(edges(bit, 2 * bit, 2 * bit, (ranks - bit - 1) / (2 * bit) + 1));
    else
        for (const int side : {1, 2})
            if (side < ranks) rows.push_back(edges(side, 2, 1, (ranks - side - 1) / 2 + 1));
    return rows;
}

// The part of a row that begins with message `first` and ends before `end`.
patterns::MessageRow part_of(const patterns::MessageRow& row, long long first, long long end) {
    patterns::MessageRow part = row;
    part.from += first * row.from_step;
    part.to += first * row.to_step;
    part.count = end - first;
    return part;
}

// Divides a row of edges where their bytes change.
void add_by_size(const patterns::MessageRow& row, const EdgeBytes& bytes, patterns::MessageRows& rows) {
    const auto bytes_at = [&](long long i) { return bytes.of(row.to + i * row.to_step); };
    for (long long first = 0; first < row.count;) {
        long long end = first + 1;
        while (end < row.count && bytes_at(end) == bytes_at(first))
            ++end;
        rows.push_back(part_of(row, first, end));
        rows.back().bytes = bytes_at(first);
        first = end;
    }
}

// The edges of a tree whose positions are other ranks, one by one.
patterns::MessageRows mapped_edges(const std::vector<int>& map, const EdgeBytes& bytes) {
    const auto ranks = static_cast<int>(map.size());
    patterns::RowBuilder rows;
    for (int position = 0; position < ranks; ++position) {
        long long place = 0;
        for (const int child : patterns::tree_children(position, ranks, settings().tree_shape))
            rows.add(map[static_cast<std::size_t>(position)], map[static_cast<std::size_t>(child)],
                     bytes.of(child), 1, place++);
    }
    return rows.take();
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
    const std::vector<int> map = map_of_group();
    const EdgeBytes bytes(call, ranks, map);
    patterns::MessageRows rows;
    if (map.empty())
        for (const patterns::MessageRow& level : levels(ranks, settings().tree_shape))
            add_by_size(level, bytes, rows);
    else
        rows = mapped_edges(map, bytes);
    if (call.construct == Construct::TreeCollectVec)
        for (patterns::MessageRow& row : rows) {
            std::swap(row.from, row.to);
            std::swap(row.from_step, row.to_step);
        }
    return rows;
}

PartnerOrders partner_orders_of(const TreeCall&) {
    if (!map_of_group().empty()) return {};
    const PartnerOrder children = settings().tree_shape == patterns::TreeShape::Binomial
                                      ? PartnerOrder::Descending
                                      : PartnerOrder::Ascending;
    return {children, children};
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
