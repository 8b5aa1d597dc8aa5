#pragma once

#include <cstddef>
#include <memory>

namespace loop::runtime::bsp {

// The two DAXPYs of bspbench: y := y + (1/3) x, z := z - (4/9) x with x = (0, 1, .. n-1), in passes of
// `iterations` iterations. Every second pass undoes the previous one, so values do not grow with the number
// of passes. The vectors are page-aligned, as alignment changes the rate by up to two thirds (words across
// cache lines; stores that alias with loads), and would otherwise depend on the allocator.
class Daxpy {
public:
    Daxpy(long long n, long long iterations); // throws std::bad_alloc

    void reset(); // y = z = x
    void pass();

    // Returns whether y[n-1] + z[n-1] is right: after an odd number of passes since reset(), (2 -
    // iterations/9) (n-1), that is -(82/9) (n-1) for 100 iterations; after an even number, 2 (n-1).
    bool holds() const;
    double last_sum() const;

private:
    long long n_;
    long long iterations_;
    bool forth_ = true; // the next pass adds, and does not undo
    struct Free {
        void operator()(double* memory) const;
    };
    std::unique_ptr<double[], Free> memory_;
    double *x_, *y_, *z_;
};

} // namespace loop::runtime::bsp
