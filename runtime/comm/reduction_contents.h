#pragma once

#include "constructs/collectives.h"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace loop::runtime {

// What ranks contribute to a reduction from the runtime's own buffers, and what must come out. Contributions
// repeat after `reduction_period` elements. Every result is exact, in whatever order MPI combines them.

constexpr long long reduction_period = 1021; // a prime, so that elements in the wrong place differ

MPI_Datatype mpi_type(Element element);
MPI_Op mpi_op(Op op);

struct Reduction {
    Op op;
    Element element;
    int ranks; // of the group
};

void fill_contribution(char* data, long long elements, const Reduction& reduction, int rank);

// One period of what ranks 0 to `ranks` - 1 give together; at least one rank.
std::vector<char> combined_period(const Reduction& reduction, int ranks);

// `first`: the index of the first element of `data` in the vector that was combined.
std::size_t count_wrong_result_bytes(const char* data, std::size_t bytes, long long first,
                                     const std::vector<char>& period);

} // namespace loop::runtime
