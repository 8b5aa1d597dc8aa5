#include "kernels/clue/parameters.h"

#include "session/memory.h"

#include <utility>

namespace loop::runtime::clue {
namespace {

constexpr long long most_cells_of_row = 1LL << 30; // a row of doubles stays one message
constexpr long long most_rows = 1LL << 40;
constexpr long long most_iterations = 1LL << 40;
constexpr long long least_scattered_width = 4; // a column that is not adjacent

template <class Value, std::size_t n>
bool read(std::string_view word, Value& value, const std::pair<const char*, Value> (&words)[n]) {
    for (const auto& [text, meaning] : words) {
        if (word != text) continue;
        value = meaning;
        return true;
    }
    return false;
}

std::string within(const char* what, long long value, long long most) {
    if (value >= 1 && value <= most) return "";
    return std::string(what) + " of 1 to " + std::to_string(most) + "; it is " + std::to_string(value);
}

} // namespace

bool read_cell(std::string_view word, Cell& cell) {
    return read(
        word, cell,
        {{"float", Cell::Float}, {"double", Cell::Double}, {"int32", Cell::Int32}, {"int64", Cell::Int64}});
}

bool read_neighbours(std::string_view word, Neighbours& neighbours) {
    return read(
        word, neighbours,
        {{"eight", Neighbours::Eight}, {"four", Neighbours::Four}, {"scattered", Neighbours::Scattered}});
}

bool read_edges(std::string_view word, Edges& edges) {
    return read(word, edges, {{"rows", Edges::Rows}, {"cells", Edges::Cells}});
}

bool read_order(std::string_view word, Order& order) {
    return read(word, order, {{"numeric", Order::Numeric}, {"random", Order::Random}});
}

bool read_update(std::string_view word, Update& update) {
    return read(word, update, {{"swapped", Update::Swapped}, {"in-place", Update::InPlace}});
}

bool read_indices(std::string_view word, Indices& indices) {
    return read(word, indices, {{"direct", Indices::Direct}, {"modulo", Indices::Modulo}});
}

std::size_t bytes_of(Cell cell) {
    return cell == Cell::Float || cell == Cell::Int32 ? 4 : 8;
}

const char* rate_name(Cell cell) {
    switch (cell) {
    case Cell::Float:
        return "float_operations_per_second";
    case Cell::Double:
        return "double_operations_per_second";
    case Cell::Int32:
        return "int32_operations_per_second";
    case Cell::Int64:
        return "int64_operations_per_second";
    }
    return "";
}

int neighbour_count(Neighbours neighbours) {
    return neighbours == Neighbours::Four ? 4 : 8;
}

double transitions_of_rank(const Parameters& p) {
    return static_cast<double>(p.width) * static_cast<double>(p.height) * static_cast<double>(p.iterations);
}

double operations_of_transition(const Parameters& p) {
    return neighbour_count(p.neighbours);
}

double bytes_of_rank(const Parameters& p) {
    const double states = p.update == Update::InPlace ? 1 : 2;
    return states * static_cast<double>(p.width) * static_cast<double>(p.height + 2) *
           static_cast<double>(bytes_of(p.cell));
}

std::string refusal(const Parameters& p) {
    for (const std::string& problem : {within("cells in a row (WIDTH)", p.width, most_cells_of_row),
                                       within("rows of a rank (HEIGHT)", p.height, most_rows),
                                       within("iterations (ITERATIONS)", p.iterations, most_iterations)}) {
        if (!problem.empty()) return problem;
    }
    if (p.neighbours == Neighbours::Scattered && p.width < least_scattered_width)
        return "at least 4 cells in a row for scattered neighbours, which are not adjacent; there are " +
               std::to_string(p.width);
    return "";
}

std::string refusal_of_memory(const Parameters& p, double bytes_available) {
    const double needed = bytes_of_rank(p);
    if (needed <= bytes_available) return "";
    return "memory for the grid of each rank; " + std::to_string(p.width) + " x " + std::to_string(p.height) +
           " cells, " + (p.update == Update::InPlace ? "one state" : "two states") + ", are " +
           bytes_text(needed) + ", available to a rank are " + bytes_text(bytes_available) +
           ": a smaller WIDTH or HEIGHT";
}

} // namespace loop::runtime::clue
