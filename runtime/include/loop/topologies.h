#pragma once

// provides: loop::Grid loop::Torus
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace loop {

// Ranks as a grid of one to three dimensions, row by row: the last coordinate changes from each rank to the
// next. Local and pure: every rank gets the same answers. -1 is nobody, so a message to it is left out.
// Wrong arguments throw std::invalid_argument.
template <bool wraps>
class Lattice {
public:
    // All ranks, with extents as equal as their number allows, the largest first: 12 ranks are 4 x 3.
    Lattice(int ranks, int dimensions) : dimensions_(dimensions) {
        if (ranks < 1 || ranks > most_ranks) refuse("a grid has from 1 to 1048576 ranks, not ", ranks);
        if (dimensions < 1 || dimensions > 3) refuse("a grid has from 1 to 3 dimensions, not ", dimensions);
        for (int depth = 1; depth * depth * depth <= ranks && (depth == 1 || dimensions == 3); ++depth) {
            if (ranks % depth != 0) continue;
            int width = 1;
            for (int i = 1; i * i <= ranks / depth && dimensions > 1; ++i)
                if (ranks / depth % i == 0) width = i;
            if (depth == 1 || ranks / depth / width <= extents_[0])
                extents_ = {ranks / depth / width, width, depth};
        }
        if (extents_[1] < extents_[2]) std::swap(extents_[1], extents_[2]);
    }

    // Chosen extents, `Grid::of({4, 2})`. Ranks from their product on are not on the grid.
    static Lattice of(const std::vector<int>& extents) {
        Lattice lattice(1, static_cast<int>(extents.size()));
        long long ranks = 1;
        for (std::size_t i = 0; i < extents.size(); ++i) {
            if (extents[i] < 1) refuse("an extent of a grid is at least 1, not ", extents[i]);
            lattice.extents_[i] = extents[i];
            ranks *= extents[i];
            if (ranks > most_ranks) refuse("a grid has from 1 to 1048576 ranks, not ", ranks);
        }
        return lattice;
    }

    int dimensions() const { return dimensions_; }
    int extent(int dimension) const { return extents_[checked(dimension)]; }
    int ranks() const { return extents_[0] * extents_[1] * extents_[2]; }
    bool contains(int rank) const { return rank >= 0 && rank < ranks(); }

    // -1 if the rank is not on the grid.
    int coordinate(int rank, int dimension) const {
        const std::size_t i = checked(dimension);
        return contains(rank) ? coordinates(rank)[i] : -1;
    }
    // The rank that is so many steps away from `rank`, one offset for each dimension; those left out are 0.
    template <class... Offset>
    int at(int rank, Offset... offsets) const {
        const std::vector<int> steps{static_cast<int>(offsets)...};
        if (static_cast<int>(steps.size()) > dimensions_)
            refuse("there are more offsets than dimensions: ", static_cast<long long>(steps.size()));
        if (!contains(rank)) return -1;
        std::array<int, 3> place = coordinates(rank);
        for (std::size_t i = 0; i < steps.size(); ++i)
            place[i] += steps[i];
        return rank_of(place);
    }
    // All neighbors, diagonal ones too, row by row: 2, 8, or 26 of them.
    std::vector<int> around(int rank) const {
        std::vector<int> all;
        all.reserve(26);
        const std::array<int, 3> place = coordinates(rank);
        const int second = dimensions_ > 1 ? 1 : 0, third = dimensions_ > 2 ? 1 : 0;
        for (int i = -1; i <= 1; ++i)
            for (int j = -second; j <= second; ++j)
                for (int k = -third; k <= third; ++k)
                    if (i != 0 || j != 0 || k != 0)
                        all.push_back(contains(rank) ? next_to(place, {i, j, k}) : -1);
        return all;
    }
    // The neighbors along each dimension, the one before and the one behind: 2, 4, or 6 of them.
    std::vector<int> beside(int rank) const {
        std::vector<int> all;
        all.reserve(6);
        const std::array<int, 3> place = coordinates(rank);
        for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions_); ++i)
            for (const int offset : {-1, 1}) {
                std::array<int, 3> offsets{};
                offsets[i] = offset;
                all.push_back(contains(rank) ? next_to(place, offsets) : -1);
            }
        return all;
    }

    // Two topologies with the same number are equal.
    long long identity() const {
        long long all = wraps ? 1 : 0;
        for (const int extent : extents_)
            all = all << 20 | (extent - 1);
        return all << 2 | dimensions_;
    }

private:
    static constexpr int most_ranks = 1 << 20;

    [[noreturn]] static void refuse(const char* what, long long seen) {
        throw std::invalid_argument(what + std::to_string(seen));
    }
    std::size_t checked(int dimension) const {
        if (dimension < 0 || dimension >= dimensions_) refuse("the grid has no dimension ", dimension);
        return static_cast<std::size_t>(dimension);
    }
    std::array<int, 3> coordinates(int rank) const {
        const int plane = extents_[1] * extents_[2];
        return {rank / plane, rank % plane / extents_[2], rank % extents_[2]};
    }
    // The rank whose coordinates differ by at most 1. Without the divisions of at(): for all ranks, they take
    // longer than everything else.
    int next_to(std::array<int, 3> place, const std::array<int, 3>& offsets) const {
        for (std::size_t i = 0; i < place.size(); ++i) {
            place[i] += offsets[i];
            if (wraps && place[i] < 0) place[i] = extents_[i] - 1;
            if (wraps && place[i] == extents_[i]) place[i] = 0;
            if (place[i] < 0 || place[i] == extents_[i]) return -1;
        }
        return number_of(place);
    }
    int rank_of(std::array<int, 3> place) const {
        for (std::size_t i = 0; i < place.size(); ++i) {
            if (wraps) place[i] = (place[i] % extents_[i] + extents_[i]) % extents_[i];
            if (place[i] < 0 || place[i] >= extents_[i]) return -1;
        }
        return number_of(place);
    }
    int number_of(const std::array<int, 3>& place) const {
        return (place[0] * extents_[1] + place[1]) * extents_[2] + place[2];
    }

    int dimensions_;
    std::array<int, 3> extents_{1, 1, 1};
};
using Grid = Lattice<false>;
using Torus = Lattice<true>; // its edges are neighbors of the opposite edges

// helper: tree_topology
// provides: loop::Tree

// Ranks as a tree with root 0 in which each rank has `fan_out` children, level by level: rank 0 has the
// children 1 .. fan_out. Local and pure, like Grid.
class Tree {
public:
    explicit Tree(int ranks, int fan_out = 2) : ranks_(ranks), fan_out_(fan_out) {
        if (ranks < 1)
            throw std::invalid_argument("a tree has at least 1 rank, not " + std::to_string(ranks));
        if (fan_out < 1)
            throw std::invalid_argument("the fan-out of a tree is at least 1, not " +
                                        std::to_string(fan_out));
    }

    bool contains(int rank) const { return rank >= 0 && rank < ranks_; }
    int parent(int rank) const { return contains(rank) && rank > 0 ? (rank - 1) / fan_out_ : -1; }
    // Child 0 .. fan_out - 1.
    int child(int rank, int number) const {
        if (!contains(rank) || number < 0 || number >= fan_out_) return -1;
        const long long child = static_cast<long long>(rank) * fan_out_ + number + 1;
        return child < ranks_ ? static_cast<int>(child) : -1;
    }
    // Those that there are.
    std::vector<int> children(int rank) const {
        std::vector<int> all;
        for (int number = 0; child(rank, number) >= 0; ++number)
            all.push_back(child(rank, number));
        return all;
    }
    // The parent, then the children.
    std::vector<int> around(int rank) const {
        std::vector<int> all{parent(rank)};
        for (const int child : children(rank))
            all.push_back(child);
        return all;
    }
    // How far the rank is from the root; -1 if it is not in the tree.
    int level(int rank) const {
        if (!contains(rank)) return -1;
        int levels = 0;
        for (; rank > 0; rank = parent(rank))
            ++levels;
        return levels;
    }

    // Two trees with the same number are equal.
    long long identity() const { return (static_cast<long long>(ranks_) << 31 | fan_out_) | 1LL << 62; }

private:
    int ranks_, fan_out_;
};

} // namespace loop
