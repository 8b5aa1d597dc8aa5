#include "kernels/clue/verification.h"

#include "kernels/clue/reference.h"
#include "kernels/over_ranks.h"
#include "output/notes.h"
#include "session/session.h"

#include <loop/measure.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace loop::runtime::clue {
namespace {

// Max transitions that a rank computes for the comparison: about as many as the program computes in a second.
constexpr double max_transitions = 1 << 23;
constexpr double most_compared_cells = 1 << 22;

bool all_can_be_compared(const Parameters& p) {
    return transitions_of_rank(p) * the_session.ranks <= max_transitions;
}

template <class T>
bool is_serial(const Parameters& p, const Strip<T>& strip, const Place& place) {
    const std::vector<T> grid = serial_grid<T>(p, the_session.ranks);
    const T* expected = grid.data() + place.position * p.height * p.width;
    for (long long i = 0; i < p.height; ++i, expected += p.width)
        if (!std::equal(expected, expected + p.width, strip.row(i))) return false;
    return true;
}

template <class T>
bool row_is_next(const Parameters& p, const Strip<T>& strip, const Place& place, long long i,
                 const std::vector<std::pair<int, int>>& offsets) {
    const auto cell_at = [&](long long row, long long column) { return strip.row_before(row)[column]; };
    for (long long j = 0; j < p.width; ++j)
        if (strip.row(i)[j] != mean_of_neighbors<T>(p, place.position, i, j, offsets, cell_at)) return false;
    return true;
}

// Checks both edge rows, and as many rows in between as the limit allows.
template <class T>
bool last_transition_is_right(const Parameters& p, const Strip<T>& strip, const Place& place) {
    const auto offsets = offsets_of(p.neighbours);
    const double cells = static_cast<double>(p.width) * static_cast<double>(p.height);
    const auto step = static_cast<long long>(1 + cells / most_compared_cells);
    for (long long i = 0; i < p.height; i += step)
        if (!row_is_next(p, strip, place, i, offsets)) return false;
    return row_is_next(p, strip, place, p.height - 1, offsets);
}

// Checks corners, the middle, and the middles of the edges: as many as the limit allows.
template <class T>
bool cells_are_right(const Parameters& p, const Strip<T>& strip, const Place& place, int& compared) {
    const long long right = p.width - 1, bottom = p.height - 1;
    const std::array<std::array<long long, 2>, 9> spots{{{0, 0},
                                                         {bottom, right},
                                                         {0, right},
                                                         {bottom, 0},
                                                         {bottom / 2, right / 2},
                                                         {0, right / 2},
                                                         {bottom, right / 2},
                                                         {bottom / 2, 0},
                                                         {bottom / 2, right}}};
    const auto k = static_cast<double>(p.iterations);
    const double each = (2 * k + 1) * (2 * k + 1) * k / 3;
    compared = static_cast<int>(std::min<double>(spots.size(), max_transitions / each));
    for (int spot = 0; spot < compared; ++spot) {
        const auto [i, j] = spots[static_cast<std::size_t>(spot)];
        const T expected = serial_cell<T>(p, the_session.ranks, place.position * p.height + i, j);
        if (strip.row(i)[j] != expected) return false;
    }
    return true;
}

template <class T>
void verify_samples(const Parameters& p, const Strip<T>& strip, const Place& place, const Site& site) {
    if (p.update == Update::InPlace)
        return add_note("\\CLUE: cells updated in place are compared with a serial reference where all ranks "
                        "together make at most 2^23 transitions");
    verify(last_transition_is_right(p, strip, place),
           "CLUE: the last transition is that of a serial reference, bit for bit", site);
    if (p.neighbours == Neighbors::Scattered) return;
    int compared = 0;
    const bool right = cells_are_right(p, strip, place, compared);
    if (compared == 0)
        return add_note("\\CLUE: no cell is followed from its first value on: too many iterations");
    verify(right, "CLUE: cells at edges and corners are those of a serial reference, bit for bit", site);
}

// A transition preserves the sum except for rounding. The tolerance follows from the longest chain of
// additions.
void verify_sum(const Parameters& p, double first, double last, const Site& site) {
    const double most = std::numeric_limits<double>::epsilon() *
                        static_cast<double>(p.width + p.height + the_session.ranks + 8 * p.iterations);
    verify(std::abs(last - first) <= most * first, "CLUE: the sum of all cells stays, within rounding", site);
}

} // namespace

template <class T>
double sum_of(const Strip<T>& strip) {
    double sum = 0;
    for (long long i = 0; i < strip.rows(); ++i) {
        double of_row = 0;
        for (long long j = 0; j < strip.width(); ++j)
            of_row += static_cast<double>(strip.row(i)[j]);
        sum += of_row;
    }
    return sum;
}

template <class T>
void verify_strip(const Parameters& p, const Strip<T>& strip, const Place& place, double first_sum,
                  const Site& site) {
    if (all_can_be_compared(p)) {
        verify(is_serial(p, strip, place), "CLUE: every cell is that of a serial reference, bit for bit",
               site);
    } else {
        verify_samples(p, strip, place, site);
    }
    const bool sum_stays =
        std::is_same_v<T, double> && p.update == Update::Swapped && p.neighbours != Neighbors::Scattered;
    if (!sum_stays) return;
    const double first = sum_of_ranks(first_sum), last = sum_of_ranks(sum_of(strip));
    if (the_session.rank == 0) verify_sum(p, first, last, site);
}

template double sum_of(const Strip<float>&);
template double sum_of(const Strip<double>&);
template double sum_of(const Strip<std::int32_t>&);
template double sum_of(const Strip<std::int64_t>&);
template void verify_strip(const Parameters&, const Strip<float>&, const Place&, double, const Site&);
template void verify_strip(const Parameters&, const Strip<double>&, const Place&, double, const Site&);
template void verify_strip(const Parameters&, const Strip<std::int32_t>&, const Place&, double, const Site&);
template void verify_strip(const Parameters&, const Strip<std::int64_t>&, const Place&, double, const Site&);

} // namespace loop::runtime::clue
