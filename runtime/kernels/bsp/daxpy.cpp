#include "kernels/bsp/daxpy.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

namespace loop::runtime::bsp {
namespace {

constexpr std::align_val_t page{4096};

// Forces each iteration to read and write the vectors, as a single DAXPY does: prevents the compiler from
// keeping them in registers and from merging iterations.
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

void Daxpy::Free::operator()(double* memory) const {
    ::operator delete[](memory, page);
}

Daxpy::Daxpy(long long n, long long iterations) : n_(n), iterations_(iterations) {
    constexpr auto words_of_page = static_cast<std::size_t>(page) / sizeof(double);
    const std::size_t words =
        (static_cast<std::size_t>(n) + words_of_page - 1) / words_of_page * words_of_page;
    memory_.reset(static_cast<double*>(::operator new[](3 * words * sizeof(double), page)));
    x_ = memory_.get();
    y_ = x_ + words;
    z_ = y_ + words;
    std::iota(x_, x_ + n, 0.0);
    reset();
}

void Daxpy::reset() {
    std::copy(x_, x_ + n_, y_);
    std::copy(x_, x_ + n_, z_);
    forth_ = true;
}

void Daxpy::pass() {
    const double sign = forth_ ? 1 : -1;
    forth_ = !forth_;
    iterate(iterations_, static_cast<std::size_t>(n_), sign / 3, sign * 4 / 9, x_, y_, z_);
}

double Daxpy::last_sum() const {
    return y_[n_ - 1] + z_[n_ - 1];
}

bool Daxpy::holds() const {
    const double last = static_cast<double>(n_ - 1);
    const double iterations = forth_ ? 0 : static_cast<double>(iterations_);
    const double expected = (2 - iterations / 9) * last;
    return std::abs(last_sum() - expected) <= 1e-9 * (1 + iterations) * (1 + last);
}

} // namespace loop::runtime::bsp
