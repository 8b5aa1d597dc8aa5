#pragma once

#include <cstddef>
#include <memory>

namespace loop::runtime::bsp {

// The two DAXPYs of bspbench: y := y + (1/3) x, z := z - (4/9) x with x = (0, 1, .. n-1), in passes of
// `iterations` iterations. Every second pass undoes the previous one, so values do not grow with the number
// of passes. The vectors are page-aligned, because alignment changes the rate by up to two thirds: words can
// cross cache lines, and stores can alias with loads.
class Daxpy {
public:
    Daxpy(long long n, long long iterations); // throws std::bad_alloc

    void reset(); // y = z = x
    void pass();

    // Returns whether y[n-1] + z[n-1] is right. It must be (2 - iterations/9) (n-1) after an odd number of
    // passes since reset(), and 2 (n-1) after an even number.
    bool holds() const;
    double last_sum() const;

private:
    long long n_;
    long long iterations_;
    bool forth_ = true; // whether the next pass computes forward, and does not undo the previous one
    struct Free {
        void operator()(double* memory) const;
    };
    std::unique_ptr<double[], Free> memory_;
    double *x_, *y_, *z_;
};

} // namespace loop::runtime::bsp
