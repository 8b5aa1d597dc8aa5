#include "kernels/clue/transition.h"

#include "kernels/clue/values.h"

#include <cstdint>

namespace loop::runtime::clue {
namespace {

template <class T>
T mean_of_eight(const T* above, const T* own, const T* below, long long j) {
    return (above[j - 1] + above[j] + above[j + 1] + own[j - 1] + own[j + 1] + below[j - 1] + below[j] +
            below[j + 1]) /
           T(8);
}

template <class T>
T mean_of_four(const T* above, const T* own, const T* below, long long j) {
    return (above[j] + own[j - 1] + own[j + 1] + below[j]) / T(4);
}

template <class T>
using Mean = T (*)(const T* above, const T* own, const T* below, long long j);

// -- two states: reads one, writes the other

template <class T, Mean<T> mean>
void one_row(const Strip<T>& strip, long long i) {
    const T* const above = strip.row_before(i - 1);
    const T* const own = strip.row_before(i);
    const T* const below = strip.row_before(i + 1);
    T* const __restrict next = strip.row(i);
    const long long width = strip.width();
    for (long long j = 0; j < width; ++j)
        next[j] = mean(above, own, below, j);
}

// Computes rows i and i + 1: they need only four different rows, and each is read once. If memory is the
// limit, this saves a tenth of the time.
template <class T, Mean<T> mean>
void two_rows(const Strip<T>& strip, long long i) {
    const T* const above = strip.row_before(i - 1);
    const T* const first = strip.row_before(i);
    const T* const second = strip.row_before(i + 1);
    const T* const below = strip.row_before(i + 2);
    T* const __restrict next_first = strip.row(i);
    T* const __restrict next_second = strip.row(i + 1);
    const long long width = strip.width();
    for (long long j = 0; j < width; ++j) {
        next_first[j] = mean(above, first, second, j);
        next_second[j] = mean(first, second, below, j);
    }
}

template <class T, Mean<T> mean>
void from_state_to_state(const Strip<T>& strip) {
    long long i = 0;
    for (; i + 1 < strip.rows(); i += 2) {
        two_rows<T, mean>(strip, i);
        strip.close(i);
        strip.close(i + 1);
    }
    if (i == strip.rows()) return;
    one_row<T, mean>(strip, i);
    strip.close(i);
}

// -- one state: cells above and to the left are new already

template <class T, Mean<T> mean>
void in_place(const Strip<T>& strip) {
    const long long width = strip.width();
    for (long long i = 0; i < strip.rows(); ++i) {
        const T* const above = strip.row(i - 1);
        T* const own = strip.row(i);
        const T* const below = strip.row(i + 1);
        for (long long j = 0; j < width; ++j) {
            own[j] = mean(above, own, below, j);
            if (j == 0) own[width] = own[0];
        }
        strip.close(i);
    }
}

template <class T, Mean<T> mean>
void adjacent(const Strip<T>& strip, Update update) {
    update == Update::InPlace ? in_place<T, mean>(strip) : from_state_to_state<T, mean>(strip);
}

// -- the published loop: reduces each neighbor's indices modulo the grid size, edge rows included

template <class T>
void by_modulo(const Strip<T>& strip, const Parameters& p) {
    struct Offset {
        long long row, column;
    };
    static constexpr Offset moore[] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    static constexpr Offset von_neumann[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    const Offset* const offsets = p.neighbours == Neighbors::Four ? von_neumann : moore;
    const int count = neighbor_count(p.neighbours);
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
    if (p.neighbours == Neighbors::Scattered) return scattered(strip, p, first_cell);
    if (p.indices == Indices::Modulo) return by_modulo(strip, p);
    if (p.neighbours == Neighbors::Four) return adjacent<T, mean_of_four<T>>(strip, p.update);
    adjacent<T, mean_of_eight<T>>(strip, p.update);
}

template void transition(const Strip<float>&, const Parameters&, std::uint64_t);
template void transition(const Strip<double>&, const Parameters&, std::uint64_t);
template void transition(const Strip<std::int32_t>&, const Parameters&, std::uint64_t);
template void transition(const Strip<std::int64_t>&, const Parameters&, std::uint64_t);

} // namespace loop::runtime::clue
