#pragma once

#include <cstddef>
#include <memory>

namespace loop::runtime::bsp {

// The two DAXPYs of bspbench: y := y + (1/3) x, z := z - (4/9) x with x = (0, 1, .. n-1), in passes of so
// many iterations. Every other pass takes away what the one before it added, so that values stay what they
// are after one pass however often it is repeated. Each vector begins a page: where they begin decides up to
// two thirds of the rate (words that straddle cache lines; stores that look as if they were to the words of a
// load), and would else be what the memory's management made of it.
class Daxpy {
public:
    Daxpy(long long n, long long iterations); // no memory: std::bad_alloc

    void reset(); // y = z = x
    void pass();

    // After an odd number of passes since reset() y[n-1] + z[n-1] is (2 - iterations/9) (n-1): -(82/9) (n-1)
    // for 100; after an even number twice n-1.
    bool holds() const;
    double last_sum() const;

private:
    long long n_;
    long long iterations_;
    bool forth_ = true; // the next pass adds
    struct Free {
        void operator()(double* memory) const;
    };
    std::unique_ptr<double[], Free> memory_;
    double *x_, *y_, *z_;
};

} // namespace loop::runtime::bsp
