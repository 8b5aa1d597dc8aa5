#pragma once

#include "kernels/clue/parameters.h"

#include <vector>

// Where the strips of the ranks lie on the torus. Pure.
namespace loop::runtime::clue {

// The rank of each position, from the top: 0, 1, 2, or shuffled by the seed.
std::vector<int> ranks_by_position(Order order, std::uint64_t seed, int ranks);

struct Place {
    int position = 0;
    int above = 0; // ranks; one rank is its own neighbour
    int below = 0;
};

Place place_of(int rank, const std::vector<int>& ranks_by_position);

} // namespace loop::runtime::clue
