#include "session/told.h"

#include <mpi.h>

#include <cstddef>

namespace loop::runtime {

ToldCounts told_counts{nullptr, nullptr, 0};

void open_told_counts() {
    int ranks = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    told_counts = {new std::uint32_t[static_cast<std::size_t>(ranks)](),
                   new std::uint32_t[static_cast<std::size_t>(ranks)](), ranks};
}

} // namespace loop::runtime
