#pragma once

#include "kernels/apexmap/counts.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/parameters.h"

#include <cstdint>

namespace loop::runtime::apexmap {

// All blocks are this rank's own: the sequential Apex-Map, on each rank by itself.
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
};

} // namespace loop::runtime::apexmap
