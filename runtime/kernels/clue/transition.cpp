#include "kernels/clue/transition.h"

#include "kernels/clue/values.h"

#include <cstdint>

namespace loop::runtime::clue {
namespace {

// -- two states: the rows that are read are not the one that is written

template <class T>
void eight(const T* above, const T* own, const T* below, T* __restrict next, long long width) {
    for (long long j = 0; j < width; ++j)
        next[j] = (above[j - 1] + above[j] + above[j + 1] + own[j - 1] + own[j + 1] + below[j - 1] +
                   below[j] + below[j + 1]) /
                  T(8);
}

template <class T>
void four(const T* above, const T* own, const T* below, T* __restrict next, long long width) {
    for (long long j = 0; j < width; ++j)
        next[j] = (above[j] + own[j - 1] + own[j + 1] + below[j]) / T(4);
}

// -- one state: what lies above and to the left is new already

template <class T>
void eight_in_place(const T* above, T* own, const T* below, long long width) {
    for (long long j = 0; j < width; ++j) {
        own[j] = (above[j - 1] + above[j] + above[j + 1] + own[j - 1] + own[j + 1] + below[j - 1] + below[j] +
                  below[j + 1]) /
                 T(8);
        if (j == 0) own[width] = own[0];
    }
}

template <class T>
void four_in_place(const T* above, T* own, const T* below, long long width) {
    for (long long j = 0; j < width; ++j) {
        own[j] = (above[j] + own[j - 1] + own[j + 1] + below[j]) / T(4);
        if (j == 0) own[width] = own[0];
    }
}

template <class T>
void adjacent(const Strip<T>& strip, const Parameters& p) {
    const bool all = p.neighbours == Neighbours::Eight;
    for (long long i = 0; i < strip.rows(); ++i) {
        const T* const above = strip.row_before(i - 1);
        const T* const own = strip.row_before(i);
        const T* const below = strip.row_before(i + 1);
        T* const next = strip.row(i);
        if (p.update == Update::InPlace)
            (all ? eight_in_place<T> : four_in_place<T>)(above, next, below, strip.width());
        else
            (all ? eight<T> : four<T>)(above, own, below, next, strip.width());
        strip.close(i);
    }
}

// -- the published loop: every index of every neighbour is brought onto the grid, the edge rows being part
// of it

template <class T>
void by_modulo(const Strip<T>& strip, const Parameters& p) {
    struct Offset {
        long long row, column;
    };
    static constexpr Offset moore[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    static constexpr Offset von_neumann[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    const Offset* const offsets = p.neighbours == Neighbours::Four ? von_neumann : moore;
    const int count = neighbour_count(p.neighbours);
    const long long width = strip.width();
    const long long rows = strip.rows() + 2;
    for (long long i = 0; i < strip.rows(); ++i) {
        for (long long j = 0; j < width; ++j) {
            T sum = 0;
            for (int n = 0; n < count; ++n)
                sum += strip.row_before((i + 1 + offsets[n].row + rows) % rows -
                                        1)[(j + offsets[n].column + width) % width];
            strip.row(i)[j] = sum / static_cast<T>(count);
        }
        strip.close(i);
    }
}

template <class T>
void scattered(const Strip<T>& strip, const Parameters& p, std::uint64_t first_cell) {
    const auto width = static_cast<std::uint64_t>(strip.width());
    const auto height = static_cast<std::uint64_t>(strip.rows());
    std::uint64_t cell = first_cell;
    for (long long i = 0; i < strip.rows(); ++i) {
        for (std::uint64_t j = 0; j < width; ++j, ++cell) {
            Scattered neighbour(p.seed, cell, j, width, height);
            T sum = 0;
            for (int n = 0; n < 8; ++n) {
                neighbour.step();
                sum += strip.row_before(static_cast<long long>(neighbour.row()))[neighbour.column()];
            }
            strip.row(i)[j] = sum / T(8);
        }
        strip.close(i);
    }
}

} // namespace

template <class T>
void transition(const Strip<T>& strip, const Parameters& p, std::uint64_t first_cell) {
    if (p.neighbours == Neighbours::Scattered) return scattered(strip, p, first_cell);
    if (p.indices == Indices::Modulo) return by_modulo(strip, p);
    adjacent(strip, p);
}

template void transition(const Strip<float>&, const Parameters&, std::uint64_t);
template void transition(const Strip<double>&, const Parameters&, std::uint64_t);
template void transition(const Strip<std::int32_t>&, const Parameters&, std::uint64_t);
template void transition(const Strip<std::int64_t>&, const Parameters&, std::uint64_t);

} // namespace loop::runtime::clue
