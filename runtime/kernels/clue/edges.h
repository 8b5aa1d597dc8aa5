#pragma once

#include "comm/sites.h"
#include "kernels/clue/order.h"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace loop::runtime::clue {

// The four edge rows of a strip: its own two, and the buffers for those of the neighbors.
struct EdgeRows {
    const void* top;
    const void* bottom;
    void* above; // the lowest row of the strip above
    void* below; // the topmost row of the strip below
};

// Exchanges edge rows with the ranks above and below: one message per row or per cell. A single rank copies
// its own rows. With two ranks, each sends both rows to the other, with different tags.
class EdgeTrade {
public:
    EdgeTrade(const Place& place, Edges edges, std::size_t cell_bytes, std::size_t width, MPI_Comm comm);

    // Collective.
    void operator()(const EdgeRows& rows);

    const Traffic& counted() const { return counted_; }

private:
    void copy(const EdgeRows& rows) const;
    void move(const EdgeRows& rows, std::size_t from, std::size_t bytes);
    void wait_recorded();
    void post(const EdgeRows& rows, std::size_t offset, std::size_t bytes);

    Place place_;
    bool alone_;
    std::size_t row_bytes_;
    std::size_t message_bytes_;
    MPI_Comm comm_;
    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
    Traffic counted_;
};

} // namespace loop::runtime::clue
