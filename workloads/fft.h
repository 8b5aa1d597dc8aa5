#pragma once

// For fft.loop: the distribution of rows to ranks, what each rank computes between two moves, and points with
// a known transform. Nothing here communicates. `Points` is the type of a \MAT of complex numbers.

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fft {

using Complex = std::complex<double>;
constexpr int width = 8; // columns transformed at once, so that compilers use vector registers

// exp(2 pi i numerator / denominator), with exact reduction of the angle.
inline Complex unit(long long numerator, long long denominator) {
    const double angle = 2 * std::acos(-1.0) * static_cast<double>(numerator % denominator) / denominator;
    return {std::cos(angle), std::sin(angle)};
}

// exp(w) - 1, accurate also for small w.
inline Complex expm1(Complex w) {
    const double s = std::sin(w.imag() / 2);
    return {std::expm1(w.real()) * std::cos(w.imag()) - 2 * s * s, std::exp(w.real()) * std::sin(w.imag())};
}

// Point i of a damped oscillation, exp(i w / n), and point k of its transform, in closed form:
// (exp(w) - 1) / (exp((w - 2 pi i k) / n) - 1).
inline const Complex w(-1, 2 * std::acos(-1.0) * 3.25);

inline Complex oscillation(double i, int n) {
    return std::exp(i / n * w);
}

inline Complex oscillation_transformed(double k, int n) {
    const Complex step = w - Complex(0, 2 * std::acos(-1.0) * (2 * k > n ? k - n : k));
    return expm1(w) / expm1(step / (1.0 * n));
}

// The largest relative error in y, the rows from `first` on of the oscillation's transform.
template <class Points>
double error_forward(const Points& y, long long first, int n) {
    double wrong = 0;
    for (long long j = 0; j < y.rows(); ++j)
        for (long long i = 0; i < y.cols(); ++i) {
            const Complex known = oscillation_transformed(static_cast<double>((first + j) * y.cols() + i), n);
            wrong = std::max(wrong, std::abs(y[j][i] - known) / (std::abs(known) + std::sqrt(n)));
        }
    return wrong;
}

// The largest error in x, the points after both transforms, which multiply them by n.
template <class Points>
double error_back(const Points& x, const Points& start, int n) {
    double wrong = 0;
    for (long long i = 0; i < x.rows(); ++i)
        for (long long j = 0; j < x.cols(); ++j)
            wrong = std::max(wrong, std::abs(x[i][j] / (1.0 * n) - start[i][j]));
    return wrong;
}

// The rows of the matrix of n = 2^k points, at most as many as its columns.
inline int rows_of(int n) {
    int rows = 1;
    while (4LL * rows * rows <= n)
        rows *= 2;
    return rows;
}

// Blocks of rows; their sizes differ by at most one row.
struct Ranks {
    int nodes, me;
    int first(int rows, int rank) const { return static_cast<int>(1LL * rows * rank / nodes); }
    int block(int rows, int rank) const { return first(rows, rank + 1) - first(rows, rank); }
    int mine(int rows) const { return block(rows, me); }
    int widest(int rows) const { return (rows + nodes - 1) / nodes; }
};

// Columns of length n, a power of two. Real and imaginary parts are stored separately. Row i is stored where
// decimation in time needs it (bits reversed), so that put, transform, and get do not need a pass to reorder.
class Columns {
public:
    Columns() = default;
    Columns(int n, int sign) : n_(n), place_(n), re_(n * width), im_(n * width) {
        for (int i = 1; i < n; ++i)
            place_[i] = place_[i / 2] / 2 + (i % 2) * (n / 2);
        for (int k = 0; k < n / 2; ++k)
            roots_.push_back(unit(sign * k, n));
    }

    // Elements of row `row`, one for each of the first `count` columns; other columns are undefined.
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
    // Elements from `first` on of column `column`.
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

    int n_ = 0;
    std::vector<int> place_;
    std::vector<Complex> roots_;
    std::vector<double> re_, im_;
};

// A transform of rows x columns points, of which this rank has a block of rows: the computation between the
// moves. Slot r of `in` came from rank r, slot r of `out` goes to rank r.
class Transform {
public:
    Transform() = default;
    Transform(Ranks all, int rows, int columns, int sign)
        : all_(all), rows_(rows), columns_(columns), down_(rows, sign), along_(columns, sign),
          turn_(static_cast<std::size_t>(rows) * all.mine(columns)) {
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < my_columns(); ++j)
                turn_at(i, j) = unit(1LL * sign * i * (all.first(columns, all.me) + j), 1LL * rows * columns);
    }

    double column_operations() const { return 5.0 * rows_ * std::log2(rows_) * my_columns(); }
    double row_operations() const { return 5.0 * columns_ * std::log2(columns_) * my_rows(); }

    // Cuts this rank's rows into the blocks of columns of the other ranks.
    template <class Points>
    void cut(const Points& x, Points& out) const {
        for (int r = 0; r < all_.nodes; ++r) {
            const int block = all_.block(columns_, r);
            for (int i = 0; i < my_rows(); ++i)
                std::copy_n(x[i] + all_.first(columns_, r), block, out[r] + 1LL * i * block);
        }
    }

    // Transforms this rank's columns, from all ranks' rows, and multiplies them by the twiddle factors.
    template <class Points>
    void columns(const Points& in, Points& out) {
        for (int begin = 0; begin < my_columns(); begin += width) {
            const int count = std::min(width, my_columns() - begin);
            for (int r = 0; r < all_.nodes; ++r)
                for (int i = 0; i < all_.block(rows_, r); ++i)
                    down_.put(all_.first(rows_, r) + i, in[r] + 1LL * i * my_columns() + begin, count);
            down_.transform();
            for (int r = 0; r < all_.nodes; ++r)
                for (int i = 0; i < all_.block(rows_, r); ++i) {
                    const int row = all_.first(rows_, r) + i;
                    down_.get(row, out[r] + 1LL * i * my_columns() + begin, count, &turn_at(row, begin));
                }
        }
    }

    // Transforms this rank's rows, from all ranks' columns, and stores them as columns.
    template <class Points>
    void rows(const Points& in, Points& out) {
        for (int begin = 0; begin < my_rows(); begin += width) {
            const int count = std::min(width, my_rows() - begin);
            for (int r = 0; r < all_.nodes; ++r) {
                const int block = all_.block(columns_, r);
                for (int i = 0; i < count; ++i)
                    along_.put_column(i, all_.first(columns_, r), in[r] + 1LL * (begin + i) * block, block);
            }
            along_.transform();
            for (int r = 0; r < all_.nodes; ++r)
                for (int j = 0; j < all_.block(columns_, r); ++j)
                    along_.get(all_.first(columns_, r) + j, out[r] + 1LL * j * my_rows() + begin, count);
        }
    }

    // Assembles this rank's rows of the result, columns x rows.
    template <class Points>
    void join(const Points& in, Points& y) const {
        for (int r = 0; r < all_.nodes; ++r) {
            const int block = all_.block(rows_, r);
            for (int j = 0; j < my_columns(); ++j)
                std::copy_n(in[r] + 1LL * j * block, block, y[j] + all_.first(rows_, r));
        }
    }

private:
    int my_rows() const { return all_.mine(rows_); }
    int my_columns() const { return all_.mine(columns_); }
    Complex& turn_at(int row, int column) {
        return turn_[static_cast<std::size_t>(row) * my_columns() + column];
    }

    Ranks all_{1, 0};
    int rows_ = 0, columns_ = 0;
    Columns down_, along_;
    std::vector<Complex> turn_; // twiddle factor of element (i, j) of this rank's columns
};

} // namespace fft
