#pragma once

// What cg.loop needs beside it: who has which rows, its two matrices, and the serial reference.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace cg {

// Blocks of rows. Dense: those of \TREE_COLLECT_VEC, of which the last may be empty. Sparse: whole rows of a
// square grid, nobody without one as long as there are enough.
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
    int width, rows, unknowns; // of the grid; dense: a column
    int block;
};

// The unknowns of the last and of the first row of the grid that a rank has: what its neighbours need.
inline void cut_edges(const double* p, int mine, int width, double* last, double* first) {
    std::copy_n(p + mine - width, width, last);
    std::copy_n(p, width, first);
}

// Its rows between those of its neighbours.
inline void join(double* whole, const double* before, const double* p, int mine, const double* after, int width) {
    std::copy_n(before, width, whole);
    std::copy_n(p, mine, whole + width);
    std::copy_n(after, width, whole + width + mine);
}

// The dense matrix: symmetric, and positive definite as its rows fall off convexly from a raised diagonal.
inline double dense(long long i, long long j) {
    return 1.0 / static_cast<double>(1 + std::llabs(i - j)) + (i == j ? 1 : 0);
}

inline double right_side(long long i) {
    return 1 + static_cast<double>(i * 37 % 101) / 101;
}

// Rows of the 5-point matrix of a grid `width` wide, compressed (CSR): 4 on the diagonal, -1 for each
// neighbour. Column 0 is the first unknown of the grid row before these rows.
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

// The norms of the residuals of conjugate gradients on one processor, without a stored matrix: width 0 means
// dense, else the 5-point matrix of a grid that wide.
inline std::vector<double> serial_residuals(int n, int width, int iterations) {
    const auto multiply = [&](std::vector<double>& y, const std::vector<double>& x) {
        for (int i = 0; i < n; ++i) {
            double sum = 0;
            for (int j = 0; width == 0 && j < n; ++j)
                sum += dense(i, j) * x[j];
            if (width > 0) {
                sum = 4 * x[i];
                if (i >= width) sum -= x[i - width];
                if (i + width < n) sum -= x[i + width];
                if (i % width > 0) sum -= x[i - 1];
                if (i % width < width - 1) sum -= x[i + 1];
            }
            y[i] = sum;
        }
    };
    const auto dot = [&](const std::vector<double>& x, const std::vector<double>& y) {
        double sum = 0;
        for (int i = 0; i < n; ++i)
            sum += x[i] * y[i];
        return sum;
    };
    std::vector<double> r(n), q(n), norms;
    for (int i = 0; i < n; ++i)
        r[i] = right_side(i);
    std::vector<double> p = r;
    double rho = dot(r, r);
    norms.push_back(std::sqrt(rho));
    for (int pass = 0; pass < iterations; ++pass) {
        multiply(q, p);
        const double pq = dot(p, q), alpha = pq > 0 ? rho / pq : 0;
        for (int i = 0; i < n; ++i)
            r[i] -= alpha * q[i];
        const double before = rho;
        rho = dot(r, r);
        for (int i = 0; i < n; ++i)
            p[i] = r[i] + (before > 0 ? rho / before : 0) * p[i];
        norms.push_back(std::sqrt(rho));
    }
    return norms;
}

// The greatest difference of the norms from the serial ones, over the first of these.
inline double difference_from_serial(const std::vector<double>& norms, int n, int width) {
    const std::vector<double> serial = serial_residuals(n, width, static_cast<int>(norms.size()) - 1);
    double wrong = 0;
    for (std::size_t i = 0; i < norms.size(); ++i)
        wrong = std::max(wrong, std::fabs(norms[i] - serial[i]) / serial[0]);
    return wrong;
}

} // namespace cg
