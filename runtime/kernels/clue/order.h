#pragma once

#include "kernels/clue/parameters.h"

#include <vector>

// The positions of the ranks' strips on the torus. No side effects.
namespace loop::runtime::clue {

// Returns the rank at each position, from the top: 0, 1, 2 .., or shuffled with the seed.
std::vector<int> ranks_by_position(Order order, std::uint64_t seed, int ranks);

struct Place {
    int position = 0;
    int above = 0; // both are ranks; a single rank is its own neighbor
    int below = 0;
};

Place place_of(int rank, const std::vector<int>& ranks_by_position);

} // namespace loop::runtime::clue
