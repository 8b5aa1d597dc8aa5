#pragma once

// What fft.loop needs beside it: who has which rows, and transforms of `width` columns at once, so that
// compilers use vector registers.

#include <cmath>
#include <complex>
#include <vector>

namespace fft {

using Complex = std::complex<double>;
constexpr int width = 8;

// exp(2 pi i numerator / denominator), the angle reduced exactly.
inline Complex unit(long long numerator, long long denominator) {
    const double angle = 2 * std::acos(-1.0) * static_cast<double>(numerator % denominator) / denominator;
    return {std::cos(angle), std::sin(angle)};
}

// exp(w) - 1, also where that is small.
inline Complex expm1(Complex w) {
    const double s = std::sin(w.imag() / 2);
    return {std::expm1(w.real()) * std::cos(w.imag()) - 2 * s * s, std::exp(w.real()) * std::sin(w.imag())};
}

// Blocks of rows that differ by one row at most.
struct Ranks {
    int nodes, me;
    int first(int rows, int rank) const { return static_cast<int>(1LL * rows * rank / nodes); }
    int block(int rows, int rank) const { return first(rows, rank + 1) - first(rows, rank); }
    int mine(int rows) const { return block(rows, me); }
    int widest(int rows) const { return (rows + nodes - 1) / nodes; }
};

// Columns of length n, a power of two. Real and imaginary parts lie apart; row i is stored where a decimation
// in time wants it (bits reversed), so that put, transform, get needs no pass of its own to reorder.
class Columns {
public:
    Columns(int n, int sign) : n_(n), place_(n), re_(n * width), im_(n * width) {
        for (int i = 1; i < n; ++i)
            place_[i] = place_[i / 2] / 2 + (i % 2) * (n / 2);
        for (int k = 0; k < n / 2; ++k)
            roots_.push_back(unit(sign * k, n));
    }

    // Elements of row `row`, one for each of the first `count` columns; those beyond them mean nothing.
    void put(int row, const Complex* values, int count) {
        double *re = &re_[place_[row] * width], *im = &im_[place_[row] * width];
        for (int j = 0; j < count; ++j)
            re[j] = values[j].real(), im[j] = values[j].imag();
    }
    void get(int row, Complex* values, int count) const {
        const double *re = &re_[row * width], *im = &im_[row * width];
        for (int j = 0; j < count; ++j)
            values[j] = {re[j], im[j]};
    }
    // The same, each multiplied by its factor.
    void get(int row, Complex* values, int count, const Complex* factors) const {
        const double *re = &re_[row * width], *im = &im_[row * width];
        for (int j = 0; j < count; ++j) {
            const double c = factors[j].real(), s = factors[j].imag();
            values[j] = {re[j] * c - im[j] * s, re[j] * s + im[j] * c};
        }
    }
    // Elements `first` and on of column `column`.
    void put_column(int column, int first, const Complex* values, int count) {
        for (int i = 0; i < count; ++i) {
            const int at = place_[first + i] * width + column;
            re_[at] = values[i].real(), im_[at] = values[i].imag();
        }
    }

    void transform() {
        for (int half = 1; half < n_; half *= 2)
            for (int k = 0; k < half; ++k) {
                const Complex root = roots_[k * (n_ / 2 / half)];
                for (int upper = k; upper < n_; upper += 2 * half)
                    butterfly(upper, upper + half, root);
            }
    }

private:
    void butterfly(int upper, int lower, Complex root) {
        double *ur = &re_[upper * width], *ui = &im_[upper * width];
        double *lr = &re_[lower * width], *li = &im_[lower * width];
        const double c = root.real(), s = root.imag();
#pragma GCC ivdep
        for (int j = 0; j < width; ++j) {
            const double r = lr[j] * c - li[j] * s, i = lr[j] * s + li[j] * c;
            lr[j] = ur[j] - r;
            li[j] = ui[j] - i;
            ur[j] += r;
            ui[j] += i;
        }
    }

    int n_;
    std::vector<int> place_;
    std::vector<Complex> roots_;
    std::vector<double> re_, im_;
};

} // namespace fft
