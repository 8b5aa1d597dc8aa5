#include "kernels/bsp/operations.h"

#include <loop/detail/products.h>

// The part `products` is not linked to programs that only measure BSP's parameters.
template void loop::detail::matrix_product<double>(double*, const double*, const double*, long long,
                                                   long long, long long, long long, long long, long long);

namespace loop::runtime::bsp {
namespace {

// The compiler must not know the value.
inline double hidden(double value) {
    asm volatile("" : "+m"(value));
    return value;
}

} // namespace

void ScalarChain::pass() {
    const double a = hidden(-1), b = hidden(1);
    double s = s_;
    for (long long i = 0; i < length; ++i)
        s = a * s + b;
    s_ = hidden(s);
}

MatrixProduct::MatrixProduct(long long n)
    : n_(static_cast<std::size_t>(n)), a_(n_ * n_), b_(n_ * n_), c_(n_ * n_) {
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t j = 0; j < n_; ++j) {
            a_[i * n_ + j] = static_cast<double>((i + 2 * j) % 5) - 2;
            b_[i * n_ + j] = static_cast<double>((3 * i + j) % 7) - 3;
        }
}

void MatrixProduct::pass() {
    const auto n = static_cast<long long>(n_);
    detail::matrix_product(c_.data(), a_.data(), b_.data(), n, n, n, n, n, n);
}

double MatrixProduct::expected(std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t k = 0; k < n_; ++k)
        sum += a_[i * n_ + k] * b_[k * n_ + j];
    return sum;
}

bool MatrixProduct::holds() const {
    for (std::size_t i = 0; i < n_; ++i)
        if (const std::size_t j = i * 37 % n_; c_[i * n_ + j] != expected(i, j)) return false;
    return true;
}

} // namespace loop::runtime::bsp
