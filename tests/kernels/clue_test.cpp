#include "kernels/clue/csv.h"
#include "kernels/clue/order.h"
#include "kernels/clue/parameters.h"
#include "kernels/clue/reference.h"
#include "kernels/clue/transition.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace loop::runtime::clue;

namespace {

Parameters grid(long long width, long long height, long long iterations) {
    Parameters p;
    p.width = width;
    p.height = height;
    p.iterations = iterations;
    return p;
}

template <class T>
std::vector<T> first_grid(const Parameters& p, long long strips) {
    std::vector<T> cells(static_cast<std::size_t>(p.width * p.height * strips));
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        cells[cell] = first_value<T>(p.seed, cell);
    return cells;
}

} // namespace

TEST_CASE("the serial reference computes formula (14), checked by hand on a 3 x 3 torus") {
    const Parameters p = grid(3, 3, 1);
    const std::vector<std::int64_t> first = first_grid<std::int64_t>(p, 1);
    const std::vector<std::int64_t> next = serial_grid<std::int64_t>(p, 1);
    std::int64_t sum = 0;
    for (const std::int64_t cell : first)
        sum += cell;
    for (std::size_t cell = 0; cell < 9; ++cell)
        CHECK(next[cell] == (sum - first[cell]) / 8);
}

TEST_CASE("four neighbors are those above, below, left, and right") {
    Parameters p = grid(5, 4, 1);
    p.neighbours = Neighbors::Four;
    const std::vector<std::int32_t> first = first_grid<std::int32_t>(p, 1);
    const std::vector<std::int32_t> next = serial_grid<std::int32_t>(p, 1);
    CHECK(next[5 * 1 + 2] == (first[2] + first[5 + 1] + first[5 + 3] + first[10 + 2]) / 4);
    CHECK(next[0] == (first[15] + first[4] + first[1] + first[5]) / 4);
}

TEST_CASE("strips give the same cells as the whole grid, unless updates are in place") {
    const Parameters whole = grid(7, 12, 5);
    const Parameters strips = grid(7, 3, 5);
    CHECK(serial_grid<float>(whole, 1) == serial_grid<float>(strips, 4));
    Parameters in_place = strips;
    in_place.update = Update::InPlace;
    CHECK(serial_grid<float>(in_place, 4) != serial_grid<float>(strips, 4));
}

TEST_CASE("a cell computed alone equals the cell of the whole grid") {
    for (const Neighbors neighbours : {Neighbors::Eight, Neighbors::Four}) {
        Parameters p = grid(5, 3, 6); // the cells that affect a cell wrap around the grid
        p.neighbours = neighbours;
        const std::vector<double> all = serial_grid<double>(p, 3);
        for (long long row = 0; row < 9; ++row)
            for (long long column = 0; column < 5; ++column)
                CHECK(serial_cell<double>(p, 3, row, column) ==
                      all[static_cast<std::size_t>(row * 5 + column)]);
    }
}

TEST_CASE("the sum of doubles changes only by rounding, and cells become more similar") {
    const Parameters p = grid(40, 30, 50);
    const std::vector<double> first = first_grid<double>(p, 2);
    const std::vector<double> last = serial_grid<double>(p, 2);
    double before = 0, after = 0;
    for (const double cell : first)
        before += cell;
    for (const double cell : last)
        after += cell;
    CHECK(std::abs(after - before) <= 1e-12 * before);
    const auto range = [](const std::vector<double>& cells) {
        const auto [least, most] = std::minmax_element(cells.begin(), cells.end());
        return *most - *least;
    };
    CHECK(range(last) < 0.1 * range(first));
}

TEST_CASE("eight integers of the first state add up without overflow, and values are spread") {
    double mean = 0;
    for (std::uint64_t cell = 0; cell < 10000; ++cell) {
        const std::int32_t narrow = first_value<std::int32_t>(1, cell);
        const std::int64_t wide = first_value<std::int64_t>(1, cell);
        REQUIRE((narrow >= 0 && narrow <= std::numeric_limits<std::int32_t>::max() / 8));
        REQUIRE((wide >= 0 && wide <= std::numeric_limits<std::int64_t>::max() / 8));
        const float real = first_value<float>(1, cell);
        REQUIRE((real >= 0 && real < 1));
        mean += first_value<double>(1, cell) / 10000;
    }
    CHECK(mean == Approx(0.5).margin(0.015));
    CHECK(first_value<double>(1, 5) != first_value<double>(2, 5));
}

TEST_CASE("scattered neighbors are anywhere in the strip, but never adjacent") {
    for (const std::uint64_t width : {4u, 5u, 64u}) {
        std::set<std::uint64_t> columns, rows;
        for (std::uint64_t cell = 0; cell < 2000; ++cell) {
            const std::uint64_t column = cell % width;
            Scattered neighbour(1, cell, column, width, 10);
            for (int n = 0; n < 8; ++n) {
                neighbour.step();
                REQUIRE(neighbour.row() < 10);
                REQUIRE(neighbour.column() < width);
                const std::uint64_t away = (neighbour.column() + width - column) % width;
                REQUIRE((away >= 2 && away <= width - 2));
                columns.insert(away);
                rows.insert(neighbour.row());
            }
        }
        CHECK(columns.size() == width - 3);
        CHECK(rows.size() == 10);
    }
}

TEST_CASE("ranks are on the torus in order or shuffled, and know their neighbors") {
    CHECK(ranks_by_position(Order::Numeric, 1, 4) == std::vector<int>{0, 1, 2, 3});
    const std::vector<int> random = ranks_by_position(Order::Random, 1, 64);
    CHECK(random != ranks_by_position(Order::Numeric, 1, 64));
    CHECK(random == ranks_by_position(Order::Random, 1, 64));
    CHECK(random != ranks_by_position(Order::Random, 2, 64));
    CHECK(std::set<int>(random.begin(), random.end()).size() == 64);
    for (const auto& by_position : {random, ranks_by_position(Order::Numeric, 1, 64)})
        for (int rank = 0; rank < 64; ++rank) {
            const Place place = place_of(rank, by_position);
            CHECK(by_position[static_cast<std::size_t>(place.position)] == rank);
            CHECK(place_of(place.above, by_position).below == rank);
            CHECK(place_of(place.below, by_position).above == rank);
        }
    const Place alone = place_of(0, {0});
    CHECK((alone.position == 0 && alone.above == 0 && alone.below == 0));
}

TEST_CASE("memory, operations, and transitions of a grid are counted") {
    Parameters p = grid(100, 50, 20);
    CHECK(transitions_of_rank(p) == 100000);
    CHECK(operations_of_transition(p) == 8);
    CHECK(bytes_of_rank(p) == 2 * 4 * 100 * 52);
    p.cell = Cell::Double;
    p.update = Update::InPlace;
    p.neighbours = Neighbors::Four;
    CHECK(bytes_of_rank(p) == 8 * 100 * 52);
    CHECK(operations_of_transition(p) == 4);
}

TEST_CASE("invalid CLUE parameters are refused with the valid range") {
    CHECK(refusal(grid(100, 100, 20)).empty());
    CHECK(refusal(grid(0, 100, 20)) == "`WIDTH` must be from 1 to 1073741824, not 0");
    CHECK(refusal(grid(10, -1, 20)) == "`HEIGHT` must be from 1 to 1099511627776, not -1");
    CHECK_FALSE(refusal(grid(10, 10, 0)).empty());
    Parameters narrow = grid(3, 100, 20);
    narrow.neighbours = Neighbors::Scattered;
    CHECK_FALSE(refusal(narrow).empty());
    CHECK(refusal_of_memory(grid(100, 100, 20), 1e6).empty());
    CHECK(refusal_of_memory(grid(1000, 1000, 20), 1e6) ==
          "not enough memory: each rank needs 7.6 MiB for 1000 x 1000 cells, two states each, and has 976.6 "
          "KiB; "
          "decrease WIDTH or HEIGHT");
}

TEST_CASE("the CSV line of an execution has its settings and its metrics over the ranks") {
    loop::Clue asked;
    asked.width = 200;
    asked.iterations = 50;
    asked.type = "double";
    asked.order = "random";
    Execution execution{4, 0.5, 200.0 * 200 * 50, {}};
    execution.metrics = {{loop::kinds::wall_time, {0.45, 0.05, 0.4, 0.5}},
                         {loop::kinds::context_switches, {3, 1, 2, 4}}};
    CHECK(csv_head() == "ranks,width,height,type,iterations,neighbours,edges,order,update,indices,"
                        "act_million_per_s,net_act_million_per_s,"
                        "wall_time_s_mean,wall_time_s_deviation,wall_time_s_min,wall_time_s_max,"
                        "user_time_s_mean,user_time_s_deviation,user_time_s_min,user_time_s_max,"
                        "system_time_s_mean,system_time_s_deviation,system_time_s_min,system_time_s_max,"
                        "page_faults_mean,page_faults_deviation,page_faults_min,page_faults_max,"
                        "context_switches_mean,context_switches_deviation,context_switches_min,"
                        "context_switches_max");
    CHECK(csv_line(asked, execution) == "4,200,200,double,50,eight,rows,random,swapped,direct,4,16,"
                                        "0.45,0.05,0.4,0.5,,,,,,,,,,,,,3,1,2,4");
    asked.height = 100;
    CHECK(csv_line(asked, execution).substr(0, 9) == "4,200,100");
}
