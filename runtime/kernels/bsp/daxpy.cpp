#include "kernels/bsp/daxpy.h"

#include <cmath>
#include <cstddef>
#include <numeric>

namespace loop::runtime::bsp {
namespace {

// Vectors are read and written in every iteration, as one that stands alone does: the compiler may neither
// keep them in registers nor put iterations together.
inline void keep(const double* y, const double* z) {
    asm volatile("" : : "r"(y), "r"(z) : "memory");
}

void iterate(long long iterations, std::size_t n, double alpha, double beta, const double* x, double* y,
             double* z) {
    for (long long iteration = 0; iteration < iterations; ++iteration) {
        for (std::size_t i = 0; i < n; ++i)
            y[i] += alpha * x[i];
        for (std::size_t i = 0; i < n; ++i)
            z[i] -= beta * x[i];
        keep(y, z);
    }
}

} // namespace

Daxpy::Daxpy(long long n, long long iterations)
    : n_(n), iterations_(iterations), x_(static_cast<std::size_t>(n)), y_(x_), z_(x_) {
    std::iota(x_.begin(), x_.end(), 0.0);
    reset();
}

void Daxpy::reset() {
    y_ = x_;
    z_ = x_;
    forth_ = true;
}

void Daxpy::pass() {
    const double sign = forth_ ? 1 : -1;
    forth_ = !forth_;
    iterate(iterations_, x_.size(), sign / 3, sign * 4 / 9, x_.data(), y_.data(), z_.data());
}

double Daxpy::last_sum() const {
    return y_.back() + z_.back();
}

bool Daxpy::holds() const {
    const double last = static_cast<double>(n_ - 1);
    const double iterations = forth_ ? 0 : static_cast<double>(iterations_);
    const double expected = (2 - iterations / 9) * last;
    return std::abs(last_sum() - expected) <= 1e-9 * (1 + iterations) * (1 + last);
}

} // namespace loop::runtime::bsp
