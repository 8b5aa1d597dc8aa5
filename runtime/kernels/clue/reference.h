#pragma once

#include "kernels/clue/parameters.h"
#include "kernels/clue/values.h"

#include <utility>
#include <vector>

// A serial reference implementation of CLUE, as simple as possible. It shares with the kernel the definition
// of a run (parameters, first values, scattered neighbors), but no computation.
namespace loop::runtime::clue {

// The (row, column) offsets of a cell's adjacent neighbors, from top left to bottom right.
inline std::vector<std::pair<int, int>> offsets_of(Neighbors neighbours) {
    std::vector<std::pair<int, int>> offsets;
    for (int row = -1; row <= 1; ++row)
        for (int column = -1; column <= 1; ++column) {
            const bool wanted =
                neighbours == Neighbors::Four ? (row == 0) != (column == 0) : row != 0 || column != 0;
            if (wanted) offsets.emplace_back(row, column);
        }
    return offsets;
}

// Returns the mean of the neighbors of cell (i, j) in the strip at `position`. `cell_at(row, column)` returns
// the cells of rows -1 to height.
template <class T, class CellAt>
T mean_of_neighbors(const Parameters& p, long long position, long long i, long long j,
                    const std::vector<std::pair<int, int>>& offsets, const CellAt& cell_at) {
    T sum = 0;
    if (p.neighbours == Neighbors::Scattered) {
        const auto cell = static_cast<std::uint64_t>((position * p.height + i) * p.width + j);
        Scattered neighbour(p.seed, cell, static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(p.width),
                            static_cast<std::uint64_t>(p.height));
        for (int n = 0; n < 8; ++n) {
            neighbour.step();
            sum +=
                cell_at(static_cast<long long>(neighbour.row()), static_cast<long long>(neighbour.column()));
        }
    } else {
        for (const auto& [row, column] : offsets)
            sum += cell_at(i + row, (j + column + p.width) % p.width);
    }
    return sum / static_cast<T>(neighbor_count(p.neighbours));
}

// Returns all cells of `strips` strips after all iterations, in the order of strips and rows.
template <class T>
std::vector<T> serial_grid(const Parameters& p, long long strips) {
    const auto offsets = offsets_of(p.neighbours);
    const long long rows = strips * p.height;
    std::vector<T> now(static_cast<std::size_t>(rows * p.width));
    for (std::size_t cell = 0; cell < now.size(); ++cell)
        now[cell] = first_value<T>(p.seed, cell);
    for (long long iteration = 0; iteration < p.iterations; ++iteration) {
        const std::vector<T> before = now;
        // In place, exchanged rows have the previous state, and other cells their latest value.
        const auto cell_at = [&](long long strip, long long i, long long j) {
            const bool traded = i < 0 || i == p.height;
            const long long row = (strip * p.height + i + rows) % rows;
            const auto index = static_cast<std::size_t>(row * p.width + j);
            return p.update == Update::InPlace && !traded ? now[index] : before[index];
        };
        for (long long strip = 0; strip < strips; ++strip)
            for (long long i = 0; i < p.height; ++i)
                for (long long j = 0; j < p.width; ++j)
                    now[static_cast<std::size_t>((strip * p.height + i) * p.width + j)] =
                        mean_of_neighbors<T>(p, strip, i, j, offsets, [&](long long row, long long column) {
                            return cell_at(strip, row, column);
                        });
    }
    return now;
}

// Returns one cell after all iterations, from the first values of the (2 k + 1)^2 cells that affect it in k
// iterations. Not for scattered neighbors or in-place updates.
template <class T>
T serial_cell(const Parameters& p, long long strips, long long row, long long column) {
    const auto offsets = offsets_of(p.neighbours);
    const long long rows = strips * p.height, k = p.iterations, side = 2 * k + 1;
    const auto on_torus = [](long long i, long long n) { return (i % n + n) % n; };
    std::vector<T> now(static_cast<std::size_t>(side * side));
    for (long long i = 0; i < side; ++i)
        for (long long j = 0; j < side; ++j)
            now[static_cast<std::size_t>(i * side + j)] =
                first_value<T>(p.seed, static_cast<std::uint64_t>(on_torus(row - k + i, rows) * p.width +
                                                                  on_torus(column - k + j, p.width)));
    for (long long iteration = 1; iteration <= k; ++iteration) {
        const std::vector<T> before = now;
        for (long long i = iteration; i < side - iteration; ++i)
            for (long long j = iteration; j < side - iteration; ++j) {
                T sum = 0;
                for (const auto& [r, c] : offsets)
                    sum += before[static_cast<std::size_t>((i + r) * side + j + c)];
                now[static_cast<std::size_t>(i * side + j)] =
                    sum / static_cast<T>(neighbor_count(p.neighbours));
            }
    }
    return now[static_cast<std::size_t>(k * side + k)];
}

} // namespace loop::runtime::clue
