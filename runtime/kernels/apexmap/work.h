#pragma once

#include "kernels/apexmap/data.h"
#include "kernels/apexmap/sums.h"
#include "session/simulation.h"

#include <loop/measure.h>

namespace loop::runtime::apexmap {

// Computes block by block. On a simulated machine, charges the work instead, before the next MPI call.
class Work {
public:
    explicit Work(const Parameters& p)
        : block_(static_cast<std::size_t>(p.l)), arithmetic_(p.chosen_compute, p.intensity) {}

    // Returns the sum of the block at `words`.
    double operator()(const double* words) {
        if constexpr (is_simulated) {
            owed_ += static_cast<double>(block_) * static_cast<double>(arithmetic_.intensity);
            if (!loop::detail::executes_work) return 0;
        }
        return sum_block(words, block_, arithmetic_);
    }

    // To be called before the clock is read or MPI is called.
    void settle() {
        if constexpr (is_simulated) {
            charge(Construct::Apexmap, owed_);
            owed_ = 0;
        }
    }

private:
    std::size_t block_;
    Arithmetic arithmetic_;
    double owed_ = 0;
};

} // namespace loop::runtime::apexmap
