#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::apexmap {

// Adds 1 to each word of the blocks, with MPI's atomic updates (MPI_Raccumulate), of which up to B are on
// their way. A rank's own words are updated by MPI, too, as other ranks may update them at the same time.
class OneSidedUpdates {
public:
    OneSidedUpdates(const Parameters& parameters, const Data& data, const Parts& parts);
    OneSidedUpdates(const OneSidedUpdates&) = delete;
    OneSidedUpdates& operator=(const OneSidedUpdates&) = delete;

    void access(const std::int64_t* starts, std::size_t count);
    // When it returns, the updates of this rank have reached their words.
    void finish();

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    void wait_for(MPI_Request& request);

    const Data& data_;
    const Parts parts_;
    const int words_;
    Counts counts_;
    std::vector<MPI_Request> requests_; // in turn; null: free
    std::size_t next_ = 0;
    std::vector<double> ones_;
};

} // namespace loop::runtime::apexmap
