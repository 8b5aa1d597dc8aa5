#pragma once

#include <cstddef>
#include <vector>

// What bspbench measures r with, beside DAXPYs: single numbers, and products of matrices.
namespace loop::runtime::bsp {

// Scalar operations: s := a s + b, each of which needs the result of the one before. With a = -1 and b = 1, s
// is 0 and 1 in turn.
class ScalarChain {
public:
    static constexpr long long length = 10000; // of a pass; even
    static double flops() { return 2.0 * length; }
    void pass();
    bool holds() const { return s_ == 0; }

private:
    double s_ = 0;
};

// DGEMM: C := A B for matrices of n x n doubles, as \MATPROD computes it without a library.
class MatrixProduct {
public:
    explicit MatrixProduct(long long n);
    static double flops(double n) { return 2 * n * n * n; }
    void pass();
    bool holds() const; // compares some elements with sums of products; all values are small integers

private:
    double expected(std::size_t i, std::size_t j) const;

    std::size_t n_;
    std::vector<double> a_, b_, c_;
};

} // namespace loop::runtime::bsp
