#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"
#include "kernels/apexmap/work.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace loop::runtime::apexmap {

// Reads remote blocks with MPI's one-sided gets into B buffers in turn. Owners do not serve requests, so a
// rank is done when it has read all its blocks.
class OneSided {
public:
    OneSided(const Parameters& parameters, const Data& data, const Parts& parts);
    OneSided(const OneSided&) = delete;
    OneSided& operator=(const OneSided&) = delete;

    void access(const std::int64_t* starts, std::size_t count);
    void finish();

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    void fetch(std::int64_t start);
    void take(std::size_t slot);
    void wait_for(std::size_t slot);
    double* buffer(std::size_t slot) { return buffers_.data() + slot * static_cast<std::size_t>(words_); }

    const Data& data_;
    const Parts parts_;
    Work work_;
    const int words_;
    Counts counts_;
    std::vector<MPI_Request> requests_; // one per slot; null: free
    std::vector<int> owners_;           // by slot: the rank whose words are read
    std::size_t next_ = 0;
    std::vector<double> buffers_;
};

} // namespace loop::runtime::apexmap
