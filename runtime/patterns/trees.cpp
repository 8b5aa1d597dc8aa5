#include <loop/patterns.h>

#include <algorithm>

namespace loop::patterns {
namespace {

// Binomial tree: clearing the lowest set bit of a position gives its parent. So a child adds to its
// parent's position a power of two below the parent's lowest set bit; to the root's, any power.
std::vector<int> binomial_children(int position, int ranks) {
    std::vector<int> children;
    const int lowest = position & -position;
    for (std::int64_t bit = 1; position + bit < ranks && (position == 0 || bit < lowest); bit *= 2) {
        children.push_back(static_cast<int>(position + bit));
    }
    std::reverse(children.begin(), children.end());
    return children;
}

std::vector<int> binary_children(int position, int ranks) {
    std::vector<int> children;
    for (std::int64_t child : {2 * std::int64_t{position} + 1, 2 * std::int64_t{position} + 2}) {
        if (child < ranks) children.push_back(static_cast<int>(child));
    }
    return children;
}

int position_of(int rank, const std::vector<int>& map) {
    if (map.empty()) return rank;
    return static_cast<int>(std::find(map.begin(), map.end(), rank) - map.begin());
}

int rank_at(int position, const std::vector<int>& map) {
    return map.empty() ? position : map[static_cast<std::size_t>(position)];
}

} // namespace

int tree_parent(int position, TreeShape shape) {
    if (position == 0) return -1;
    return shape == TreeShape::Binary ? (position - 1) / 2 : position & (position - 1);
}

std::vector<int> tree_children(int position, int ranks, TreeShape shape) {
    return shape == TreeShape::Binary ? binary_children(position, ranks) : binomial_children(position, ranks);
}

std::vector<int> tree_preorder(int position, int ranks, TreeShape shape) {
    std::vector<int> order{position};
    for (int child : tree_children(position, ranks, shape)) {
        const std::vector<int> below = tree_preorder(child, ranks, shape);
        order.insert(order.end(), below.begin(), below.end());
    }
    return order;
}

TreeView tree_view(int me, int ranks, TreeShape shape, const std::vector<int>& map) {
    const int position = position_of(me, map);
    const int parent = tree_parent(position, shape);
    TreeView view{parent < 0 ? -1 : rank_at(parent, map), {}, {}, {}};
    for (int node : tree_preorder(position, ranks, shape))
        view.subtree.push_back(rank_at(node, map));
    for (int child : tree_children(position, ranks, shape)) {
        view.children.push_back(rank_at(child, map));
        view.child_subtree_size.push_back(static_cast<int>(tree_preorder(child, ranks, shape).size()));
    }
    return view;
}

} // namespace loop::patterns
