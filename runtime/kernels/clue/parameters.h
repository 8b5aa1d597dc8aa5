#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// What a CLUE run is asked to do (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006,
// chapter 3). Pure.
namespace loop::runtime::clue {

enum class Cell { Float, Double, Int32, Int64 };
enum class Neighbours { Eight, Four, Scattered }; // Moore's, von Neumann's, eight random ones of the strip
enum class Edges { Rows, Cells };                 // a message for a row, or for each cell of it
enum class Order { Numeric, Random };             // of the ranks along the strips
enum class Update { Swapped, InPlace };           // formula (14), or the pseudo-code of Figure 3.5
enum class Indices { Direct, Modulo };            // modulo: every index of every neighbour is reduced

struct Parameters {
    long long width = 0;  // cells in a row
    long long height = 0; // rows of a rank
    long long iterations = 20;
    Cell cell = Cell::Float;
    Neighbours neighbours = Neighbours::Eight;
    Edges edges = Edges::Rows;
    Order order = Order::Numeric;
    Update update = Update::Swapped;
    Indices indices = Indices::Direct;
    std::uint64_t seed = 1; // of the first state, the scattered neighbours and the random order
};

std::size_t bytes_of(Cell cell);
// The entry of a simulated machine's profile that tells how many operations on such cells it does a second.
const char* rate_name(Cell cell);
int neighbour_count(Neighbours neighbours);

// Cells that a rank computes in all iterations, and what that takes: an addition for each neighbour but the
// first, and a division.
double transitions_of_rank(const Parameters& p);
double operations_of_transition(const Parameters& p);
// Both states, or the one that is updated in place.
double bytes_of_rank(const Parameters& p);

// What is wrong with them; "" where all is well.
std::string refusal(const Parameters& p);
std::string refusal_of_memory(const Parameters& p, double bytes_available);

} // namespace loop::runtime::clue
