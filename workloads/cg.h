#pragma once

// For cg.loop: the distribution of rows to ranks, the two matrices, and the serial reference.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace cg {

// Blocks of rows. Dense: the blocks of \TREE_COLLECT_VEC, of which the last may be empty. Sparse: whole rows
// of a square grid; every rank has at least one if there are enough.
struct Blocks {
    Blocks(int n, int nodes, bool sparse)
        : nodes(nodes), sparse(sparse),
          width(sparse ? static_cast<int>(std::min(46340L, std::lround(std::sqrt(n)))) : 1),
          rows(sparse ? width : n), unknowns(rows * width), block((n + nodes - 1) / nodes) {}

    // The first unknown of a rank.
    int first(int rank) const {
        if (sparse) return static_cast<int>(1LL * rows * rank / nodes * width);
        return static_cast<int>(std::min<long long>(unknowns, 1LL * block * rank));
    }
    std::string all_rows() const {
        return std::to_string(rows) + (sparse ? " rows of the grid" : " rows") + " (--size)";
    }
    std::string grid() const { return std::to_string(width) + " x " + std::to_string(rows); }

    int nodes;
    bool sparse;
    int width, rows, unknowns; // width and rows of the grid; dense: of one column
    int block;
};

// Copies the unknowns of a rank's last and first row of the grid, which its neighbors need.
inline void cut_edges(const double* p, int mine, int width, double* last, double* first) {
    std::copy_n(p + mine - width, width, last);
    std::copy_n(p, width, first);
}

// Joins a rank's rows with the adjacent rows of its neighbors.
inline void join(double* whole, const double* before, const double* p, int mine, const double* after,
                 int width) {
    std::copy_n(before, width, whole);
    std::copy_n(p, mine, whole + width);
    std::copy_n(after, width, whole + width + mine);
}

// The dense matrix: symmetric, and positive definite, as its elements decrease convexly from the diagonal.
inline double dense(long long i, long long j) {
    return 1.0 / static_cast<double>(1 + std::llabs(i - j)) + (i == j ? 1 : 0);
}

inline double right_side(long long i) {
    return 1 + static_cast<double>(i * 37 % 101) / 101;
}

// Rows of the 5-point matrix of a grid of `width` columns, compressed (CSR): 4 on the diagonal, -1 for each
// neighbor. Column 0 is the first unknown of the grid row before these rows.
struct Sparse {
    std::vector<int> begin{0}, column;
    std::vector<double> value;

    Sparse() = default;
    Sparse(int first_row, int rows, int height, int width) {
        for (int row = 0; row < rows; ++row)
            for (int x = 0; x < width; ++x) {
                const int own = (row + 1) * width + x;
                if (first_row + row > 0) add(own - width, -1);
                if (x > 0) add(own - 1, -1);
                add(own, 4);
                if (x + 1 < width) add(own + 1, -1);
                if (first_row + row + 1 < height) add(own + width, -1);
                begin.push_back(static_cast<int>(column.size()));
            }
    }
    void add(int where, double what) {
        column.push_back(where);
        value.push_back(what);
    }

    void multiply(double* __restrict y, const double* __restrict x) const {
        const int rows = static_cast<int>(begin.size()) - 1;
        for (int i = 0; i < rows; ++i) {
            double sum = 0;
#pragma GCC novector
            for (int k = begin[i]; k < begin[i + 1]; ++k)
                sum += value[k] * x[column[k]];
            y[i] = sum;
        }
    }
};

// Replaces a tiny residual by 0: its square would be outside the range of double, and arithmetic is slow near
// the end of that range.
inline double or_none(double rho, double first) {
    return rho < 1e-280 * first ? 0 : rho;
}

// Conjugate gradients on one rank, without a stored matrix: width 0 means the dense matrix, else the 5-point
// matrix of a grid of that width. `noise`: the relative error added to its scalar products, with either sign.
class Serial {
public:
    Serial(int n, double noise) : noise_(noise), r_(n), q_(n) {
        for (int i = 0; i < n; ++i)
            r_[i] = right_side(i);
        p_ = r_;
        rho_ = first_ = dot(r_, r_);
        norms_.push_back(std::sqrt(rho_));
    }

    // One step of both. They share the loop over the matrix, which takes most of the time.
    static void step(Serial& a, Serial& b, int width) {
        const int n = static_cast<int>(a.r_.size());
        for (int i = 0; i < n; ++i) {
            double of_a = 0, of_b = 0;
            const auto add = [&](int j, double element) {
                of_a += element * a.p_[j];
                of_b += element * b.p_[j];
            };
            for (int j = 0; width == 0 && j < n; ++j)
                add(j, dense(i, j));
            if (width > 0) {
                add(i, 4);
                if (i >= width) add(i - width, -1);
                if (i + width < n) add(i + width, -1);
                if (i % width > 0) add(i - 1, -1);
                if (i % width < width - 1) add(i + 1, -1);
            }
            a.q_[i] = of_a;
            b.q_[i] = of_b;
        }
        a.descend();
        b.descend();
    }

    const std::vector<double>& norms() const { return norms_; }

private:
    void descend() {
        const double pq = dot(p_, q_), alpha = pq > 0 ? rho_ / pq : 0;
        for (std::size_t i = 0; i < r_.size(); ++i)
            r_[i] -= alpha * q_[i];
        const double before = rho_;
        rho_ = or_none(dot(r_, r_), first_);
        for (std::size_t i = 0; i < r_.size(); ++i)
            p_[i] = r_[i] + (before > 0 ? rho_ / before : 0) * p_[i];
        norms_.push_back(std::sqrt(rho_));
    }

    double dot(const std::vector<double>& x, const std::vector<double>& y) {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += x[i] * y[i];
        const bool up = ++dots_ * 2654435761u >> 20 & 1u;
        return sum * (1 + (up ? noise_ : -noise_));
    }

    double noise_;
    std::vector<double> r_, p_, q_, norms_;
    double rho_ = 0, first_ = 0;
    unsigned dots_ = 0;
};

// The difference between norms of residuals and those of a serial computation.
struct Difference {
    double greatest = 0;     // relative to the first norm
    double over_allowed = 0; // at most 1 if rounding explains the difference
};

// Rounding errors grow from step to step, until the residual is random. A second serial computation shows how
// fast: its scalar products have errors as large as sums of n products may have. The norms may differ by a
// hundred times as much as these two.
inline Difference difference_from_serial(const std::vector<double>& norms, int n, int width) {
    Serial serial(n, 0), disturbed(n, std::numeric_limits<double>::epsilon() * std::max(64, n));
    Difference found;
    double rounding = 0; // the largest relative difference so far
    for (std::size_t i = 0; i < norms.size(); ++i) {
        if (i > 0) Serial::step(serial, disturbed, width);
        const double here = serial.norms()[i], there = disturbed.norms()[i],
                     apart = std::fabs(norms[i] - here);
        found.greatest = std::max(found.greatest, apart / serial.norms()[0]);
        if (here != there) rounding = std::max(rounding, std::fabs(there - here) / std::max(here, there));
        const double allowed = 100 * rounding;
        if (allowed >= 1) continue;
        const double over = apart > 0 || apart != apart ? apart / (allowed * here) : 0;
        if (!(over <= found.over_allowed)) found.over_allowed = over;
    }
    return found;
}

} // namespace cg
