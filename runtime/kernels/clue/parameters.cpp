#include "kernels/clue/parameters.h"

#include "kernels/asked.h"
#include "session/memory.h"

#include <loop/rates.h>

namespace loop::runtime::clue {
namespace {

constexpr long long max_cells_per_row = 1LL << 30; // so that a row of doubles is one message
constexpr long long max_rows = 1LL << 40;
constexpr long long max_iterations = 1LL << 40;
constexpr long long min_scattered_width = 4; // so that there is a column that is not adjacent

} // namespace

std::size_t bytes_of(Cell cell) {
    return cell == Cell::Float || cell == Cell::Int32 ? 4 : 8;
}

const char* rate_name(Cell cell) {
    switch (cell) {
    case Cell::Float:
        return rates::float_cells;
    case Cell::Double:
        return rates::double_cells;
    case Cell::Int32:
        return rates::int32_cells;
    case Cell::Int64:
        return rates::int64_cells;
    }
    return "";
}

int neighbor_count(Neighbors neighbours) {
    return neighbours == Neighbors::Four ? 4 : 8;
}

double transitions_of_rank(const Parameters& p) {
    return static_cast<double>(p.width) * static_cast<double>(p.height) * static_cast<double>(p.iterations);
}

double operations_of_transition(const Parameters& p) {
    return neighbor_count(p.neighbours);
}

double bytes_of_rank(const Parameters& p) {
    const double states = p.update == Update::InPlace ? 1 : 2;
    return states * static_cast<double>(p.width) * static_cast<double>(p.height + 2) *
           static_cast<double>(bytes_of(p.cell));
}

std::string refusal(const Parameters& p) {
    for (const std::string& problem : {range_problem("WIDTH", p.width, 1, max_cells_per_row),
                                       range_problem("HEIGHT", p.height, 1, max_rows),
                                       range_problem("ITERATIONS", p.iterations, 1, max_iterations)}) {
        if (!problem.empty()) return problem;
    }
    if (p.neighbours == Neighbors::Scattered && p.width < min_scattered_width)
        return concat("`WIDTH` must be at least 4 for scattered neighbours, not ", p.width);
    return "";
}

std::string refusal_of_memory(const Parameters& p, double bytes_available) {
    const double needed = bytes_of_rank(p);
    if (needed <= bytes_available) return "";
    return concat("not enough memory: each rank needs ", bytes_text(needed), " for ", p.width, " x ",
                  p.height, p.update == Update::InPlace ? " cells" : " cells, two states each", ", and has ",
                  bytes_text(bytes_available), "; decrease WIDTH or HEIGHT");
}

} // namespace loop::runtime::clue
