#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"
#include "kernels/apexmap/work.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// OpenSHMEM, in programs whose machine profile compiles them with -DLOOP_OPENSHMEM and links them with it.
// The session stays MPI's; both libraries share the ranks. Without the macro, nothing here may be called.
namespace loop::runtime::apexmap {

#ifdef LOOP_OPENSHMEM
constexpr bool has_shmem = true;
#else
constexpr bool has_shmem = false;
#endif

// Collective. Returns symmetric memory, which other ranks can read. The first call begins OpenSHMEM. A heap
// with too little room is a run-time error.
double* allocate_symmetric(std::size_t bytes);
// Collective.
void free_symmetric(double* words);

// Reads remote blocks with nonblocking gets from symmetric memory. OpenSHMEM completes all of a rank's gets
// together, so B gets are begun, then completed and added up. Owners do not serve requests, so a rank is done
// when it has read all its blocks.
class ShmemGets {
public:
    ShmemGets(const Parameters& parameters, const Data& data, const Parts& parts);
    ShmemGets(const ShmemGets&) = delete;
    ShmemGets& operator=(const ShmemGets&) = delete;

    void access(const std::int64_t* starts, std::size_t count);
    void finish() { complete(); }

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    void begin(std::int64_t start);
    void complete();
    void wait();
    double* buffer(std::size_t slot) { return buffers_.data() + slot * words_; }

    const Data& data_;
    const Parts parts_;
    Work work_;
    const std::size_t words_; // per block
    const std::size_t slots_;
    Counts counts_;
    std::size_t pending_ = 0;
    std::vector<double> buffers_;
};

} // namespace loop::runtime::apexmap
