#pragma once

// For mmm_s.loop and mmm_a.loop: the distribution of blocks to ranks, the matrices, and the serial product
// for verification. All elements are integers, so that every sum is exact in floating point. `Matrix` is the
// type of a \MAT of doubles.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mmm {

// Rank r has block r of the rows of A and C and, at the start and the end, block r of the columns of B.
struct Blocks {
    int n, nodes, me;

    int first(int rank) const { return static_cast<int>(1LL * n * rank / nodes); }
    int block(int rank) const { return first(rank + 1) - first(rank); }
    int mine() const { return block(me); }
    int widest() const { return (n + nodes - 1) / nodes; }
    int left_of(int rank) const { return (rank + nodes - 1) % nodes; }
    long long bytes() const { return 8LL * n * widest(); } // of the block of columns that moves
};

inline double a(long long i, long long k) {
    return static_cast<double>((7 * i + 13 * k) % 101 - 50);
}

// Element (k, j) of B is wave[11 * k % 103 + j], so a row of B is a part of `wave`.
class RowsOfB {
public:
    explicit RowsOfB(int n) : wave_(n + 103) {
        for (std::size_t x = 0; x < wave_.size(); ++x)
            wave_[x] = static_cast<double>(x % 103) - 51;
    }
    const double* operator[](long long k) const { return &wave_[static_cast<std::size_t>(11 * k % 103)]; }

private:
    std::vector<double> wave_;
};

template <class Matrix>
void fill(const Blocks& blocks, Matrix& A, Matrix& B) {
    const RowsOfB b(blocks.n);
    const int first = blocks.first(blocks.me);
    for (int i = 0; i < blocks.mine(); ++i)
        for (int k = 0; k < blocks.n; ++k)
            A[i][k] = a(first + i, k);
    for (int k = 0; k < blocks.n; ++k)
        for (int j = 0; j < blocks.mine(); ++j)
            B[k][j] = b[k][first + j];
}

// Copies `part`, a product with the columns of `owner`, to its place in C.
template <class Matrix>
void put(const Blocks& blocks, const Matrix& part, int owner, Matrix& C) {
    for (int i = 0; i < blocks.mine(); ++i)
        for (int j = 0; j < blocks.block(owner); ++j)
            C[i][blocks.first(owner) + j] = part[i][j];
}

template <class Matrix>
bool is_product(const Blocks& blocks, const Matrix& C) {
    const RowsOfB b(blocks.n);
    for (int i = 0; i < blocks.mine(); ++i) {
        std::vector<double> row(blocks.n);
        for (int k = 0; k < blocks.n; ++k) {
            const double x = a(blocks.first(blocks.me) + i, k), *y = b[k];
            for (int j = 0; j < blocks.n; ++j)
                row[j] += x * y[j];
        }
        for (int j = 0; j < blocks.n; ++j)
            if (C[i][j] != row[j]) return false;
    }
    return true;
}

// Whether B holds this rank's own columns again.
template <class Matrix>
bool is_home(const Blocks& blocks, const Matrix& B) {
    const RowsOfB b(blocks.n);
    for (int k = 0; k < blocks.n; ++k)
        for (int j = 0; j < blocks.mine(); ++j)
            if (B[k][j] != b[k][blocks.first(blocks.me) + j]) return false;
    return true;
}

} // namespace mmm
