#include "derive/receivers.h"

#include <loop/topologies.h>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace loop::report::derive {

namespace {

/// A partner in one dimension of a grid, whose neighbors are `stride` apart and whose length is `extent`.
void add_grid(Candidates& all, int stride, int extent, int ranks) {
    const std::string of = stride == 1 ? "r" : fmt::format("r / {}", stride);
    const bool is_last = stride * extent == ranks;
    for (const int step : {1, -1}) {
        const std::string moved = fmt::format("r {} {}", step > 0 ? "+" : "-", stride);
        const int rim = step > 0 ? extent - 1 : 0;
        if (!is_last)
            all.push_back(
                {fmt::format("{} % {} {} {} ? {} : -1", of, extent, step > 0 ? "<" : ">", rim, moved),
                 [=](int r, int) { return r / stride % extent == rim ? -1 : r + step * stride; }});
        if (is_last) continue; // (r + stride) % nodes
        const std::string back = fmt::format("r {} {}", step > 0 ? "-" : "+", stride * (extent - 1));
        all.push_back(
            {fmt::format("{} % {} {} {} ? {} : {}", of, extent, step > 0 ? "<" : ">", rim, moved, back),
             [=](int r, int) {
                 return r / stride % extent == rim ? r - step * stride * (extent - 1) : r + step * stride;
             }});
    }
}

/// Pairs of neighbors.
void add_parity(Candidates& all) {
    for (const int parity : {0, 1}) {
        for (const int step : {1, -1})
            all.push_back({fmt::format("r % 2 == {} ? r {} 1 : -1", parity, step > 0 ? "+" : "-"),
                           [=](int r, int) { return r % 2 == parity ? r + step : -1; }});
        all.push_back({fmt::format("r % 2 == {} ? r + 1 : r - 1", parity),
                       [=](int r, int) { return r % 2 == parity ? r + 1 : r - 1; }});
    }
}

void add_distances(Candidates& all, int least) {
    const auto add = [&](std::string text, std::function<int(int, int)> receiver) {
        all.push_back({std::move(text), std::move(receiver)});
    };
    for (int k = 1; k < least; ++k) {
        add(fmt::format("r + {}", k), [=](int r, int) { return r + k; });
        add(fmt::format("r - {}", k), [=](int r, int) { return r - k; });
    }
    for (int k = 1; 2 * k <= least; ++k) {
        add(fmt::format("(r + {}) % nodes", k), [=](int r, int p) { return (r + k) % p; });
        if (2 * k < least)
            add(fmt::format("(r + nodes - {}) % nodes", k), [=](int r, int p) { return (r + p - k) % p; });
    }
    for (int k = 1; k < least; ++k)
        add(fmt::format("r ^ {}", k), [=](int r, int) { return r ^ k; });
}

void add_trees(Candidates& all) {
    all.push_back({"nodes - 1 - r", [](int r, int p) { return p - 1 - r; }});
    all.push_back({"r", [](int r, int) { return r; }});
    all.push_back({"2 * r + 1", [](int r, int) { return 2 * r + 1; }});
    all.push_back({"2 * r + 2", [](int r, int) { return 2 * r + 2; }});
    all.push_back({"r > 0 ? (r - 1) / 2 : -1", [](int r, int) { return r > 0 ? (r - 1) / 2 : -1; }});
}

/// Grids whose sides are constants.
void add_constant_grids(Candidates& all, int p) {
    for (int stride = 1; stride < p; ++stride)
        for (int extent = 2; p % stride == 0 && stride * extent <= p; ++extent)
            if (p % (stride * extent) == 0) add_grid(all, stride, extent, p);
    for (int columns = 2; columns < p; ++columns)
        if (columns * columns == p)
            all.push_back({fmt::format("r % {} * {} + r / {}", columns, columns, columns),
                           [=](int r, int) { return r % columns * columns + r / columns; }});
}

std::vector<int> sides_of(int p, int dimensions) {
    const Grid grid(p, dimensions);
    std::vector<int> sides;
    for (int i = 0; i < dimensions; ++i)
        sides.push_back(grid.extent(i));
    return sides;
}

using Sides = std::function<std::vector<int>(int p)>;

/// The rank at these offsets in a grid whose sides depend on the number of ranks.
template <class AnyGrid>
void add_offsets(Candidates& all, const std::string& name, const Sides& sides, int x, int y, int z,
                 bool is_3d) {
    const auto grids = std::make_shared<std::map<int, AnyGrid>>();
    const auto at = [=](int r, int p) {
        const auto found = grids->find(p);
        const AnyGrid& grid =
            found != grids->end() ? found->second : grids->emplace(p, AnyGrid::of(sides(p))).first->second;
        return is_3d ? grid.at(r, x, y, z) : grid.at(r, x, y);
    };
    all.push_back({is_3d ? fmt::format("{}.at(r, {}, {}, {})", name, x, y, z)
                         : fmt::format("{}.at(r, {}, {})", name, x, y),
                   at});
}

/// Neighbors in grids of two dimensions; those along a dimension come first.
template <class AnyGrid>
void add_neighbors(Candidates& all, const std::string& name, const Sides& sides) {
    for (const bool is_diagonal : {false, true})
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y)
                if ((x != 0 || y != 0) && (x != 0 && y != 0) == is_diagonal)
                    add_offsets<AnyGrid>(all, name, sides, x, y, 0, false);
}

template <class AnyGrid>
void add_neighbors_3d(Candidates& all, const std::string& name, const Sides& sides) {
    for (const int step : {1, -1}) {
        add_offsets<AnyGrid>(all, name, sides, 0, 0, step, true);
        add_offsets<AnyGrid>(all, name, sides, 0, step, 0, true);
        add_offsets<AnyGrid>(all, name, sides, step, 0, 0, true);
    }
}

/// The mirror image in a grid; if it is not square, of blocks of ranks.
void add_transposed(Candidates& all, bool is_square) {
    all.push_back(
        {is_square ? "r % long_side * long_side + r / long_side" : "transposed(r)", [](int r, int p) {
             const std::vector<int> sides = sides_of(p, 2);
             const int block = sides[0] / sides[1], side = sides[1];
             return block * (r / block % side * side + r / sides[0]) + r % block;
         }});
}

void add_grids(Candidates& all, const Counts& counts) {
    const Sides sides = [](int p) { return sides_of(p, 2); };
    const Sides wide = [](int p) {
        std::vector<int> both = sides_of(p, 2);
        std::swap(both[0], both[1]);
        return both;
    };
    const Sides three = [](int p) { return sides_of(p, 3); };
    add_neighbors<Grid>(all, "grid", sides);
    add_neighbors<Torus>(all, "torus", sides);
    const bool is_square =
        std::all_of(counts.begin(), counts.end(), [&](int p) { return sides(p) == wide(p); });
    if (!is_square) add_neighbors<Grid>(all, "wide_grid", wide);
    if (!is_square) add_neighbors<Torus>(all, "wide_torus", wide);
    add_transposed(all, is_square);
    add_neighbors_3d<Grid>(all, "grid_3", three);
    add_neighbors_3d<Torus>(all, "torus_3", three);
    for (const Extent& extent : extents())
        if (extent.text.find('-') == std::string::npos)
            all.push_back({fmt::format("r ^ {}", extent.text),
                           [value = extent.value](int r, int p) { return r ^ value(p); }});
}

} // namespace

Candidates candidates_for(const Counts& counts) {
    const int least = *std::min_element(counts.begin(), counts.end());
    Candidates all;
    add_distances(all, least);
    add_trees(all);
    add_parity(all);
    if (counts.size() == 1)
        add_constant_grids(all, least);
    else
        add_grids(all, counts);
    all.push_back({"0", [](int, int) { return 0; }});
    all.push_back({"nodes - 1", [](int, int p) { return p - 1; }});
    for (int rank = 1; rank + 1 < least; ++rank)
        all.push_back({std::to_string(rank), [=](int, int) { return rank; }});
    return all;
}

} // namespace loop::report::derive
