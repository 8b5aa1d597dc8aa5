#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// The parameters of a CLUE run (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006,
// chapter 3). No side effects.
namespace loop::runtime::clue {

enum class Cell { Float, Double, Int32, Int64 };
enum class Neighbors { Eight, Four, Scattered }; // Moore, von Neumann, eight random cells of the strip
enum class Edges { Rows, Cells };                // one message per row, or per cell
enum class Order { Numeric, Random };            // the order of the ranks along the torus
enum class Update { Swapped, InPlace };          // formula (14), or the pseudocode of Figure 3.5
enum class Indices { Direct, Modulo };           // modulo: reduces each index of each neighbor

struct Parameters {
    long long width = 0;  // cells in a row
    long long height = 0; // rows per rank
    long long iterations = 20;
    Cell cell = Cell::Float;
    Neighbors neighbours = Neighbors::Eight;
    Edges edges = Edges::Rows;
    Order order = Order::Numeric;
    Update update = Update::Swapped;
    Indices indices = Indices::Direct;
    std::uint64_t seed = 1; // for the first state, the scattered neighbors, and the random order
};

std::size_t bytes_of(Cell cell);
// Returns the key in a simulated machine's profile for the operations per second on such cells.
const char* rate_name(Cell cell);
int neighbor_count(Neighbors neighbours);

// Returns the number of cells that a rank computes in all iterations; and the operations per cell: an
// addition for each neighbor but the first, and a division.
double transitions_of_rank(const Parameters& p);
double operations_of_transition(const Parameters& p);
// Returns the bytes of both states, or of the single state that is updated in place.
double bytes_of_rank(const Parameters& p);

// Return what is wrong with the parameters; "" if nothing is.
std::string refusal(const Parameters& p);
std::string refusal_of_memory(const Parameters& p, double bytes_available);

} // namespace loop::runtime::clue
