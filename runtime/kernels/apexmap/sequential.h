#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"

#include <cstdint>

namespace loop::runtime::apexmap {

// The sequential Apex-Map: each rank by itself reads, or updates, only its own blocks.
class Sequential {
public:
    Sequential(const Parameters& parameters, const Data& data) : parameters_(parameters), data_(data) {}

    void access(const std::int64_t* starts, std::size_t count);
    void finish() {}

    const Counts& counts() const { return counts_; }
    void forget_counts() { counts_ = Counts{}; }

private:
    const Parameters& parameters_;
    const Data& data_;
    Counts counts_;
    std::int64_t link_ = 0; // of a chain, to the next block
};

} // namespace loop::runtime::apexmap
