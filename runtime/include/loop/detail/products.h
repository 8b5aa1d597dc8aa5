#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace loop::detail {

// Products of plain row-major arrays, for any arithmetic type. Common types are instantiated in the runtime
// library, other types where they are used. A stride is the number of elements from one row to the next.

// Sizes of the tile of C, which is in registers, and of the panels of A and B, which are in caches (Goto's
// scheme).
#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
constexpr int tile_rows = 8;
#elif defined(__AVX__)
constexpr std::size_t vector_bytes = 32;
constexpr int tile_rows = 6;
#else
constexpr std::size_t vector_bytes = 16;
constexpr int tile_rows = 4;
#endif
template <class T>
constexpr int lanes = vector_bytes >= sizeof(T) ? static_cast<int>(vector_bytes / sizeof(T)) : 1;
template <class T>
constexpr int tile_cols = 2 * lanes<T>;
constexpr long long depth_block = 256;
constexpr long long row_block = 16LL * tile_rows;

// These copy a panel so that tile_product reads it sequentially, and pad it with zeros beyond the matrix.
template <class T, int width>
void pack_rows(T* packed, const T* a, long long stride, long long rows, long long depth) {
    for (long long p = 0; p < depth; ++p) {
        for (int i = 0; i < width; ++i)
            packed[p * width + i] = i < rows ? a[i * stride + p] : T{};
    }
}
template <class T, int width>
void pack_cols(T* packed, const T* b, long long stride, long long cols, long long depth) {
    for (long long p = 0; p < depth; ++p) {
        for (int j = 0; j < width; ++j)
            packed[p * width + j] = j < cols ? b[p * stride + j] : T{};
    }
}

#ifdef __GNUC__
template <class T>
constexpr bool has_vectors = std::is_arithmetic<T>::value && sizeof(T) <= 8;
#else
template <class T>
constexpr bool has_vectors = false;
#endif

// tile = packed panel of A times packed panel of B. Vector types keep the sums in vector registers; with
// plain arrays, compilers do so only for some element types.
template <class T, int rows>
void tile_product(T* __restrict tile, const T* __restrict a, const T* __restrict b, long long depth) {
    constexpr int cols = tile_cols<T>;
    if constexpr (has_vectors<T>) {
#ifdef __GNUC__
        typedef T Lanes __attribute__((vector_size(vector_bytes)));
        Lanes sum[rows][2] = {};
        for (long long p = 0; p < depth; ++p) {
            Lanes left;
            Lanes right;
            std::memcpy(&left, b + p * cols, sizeof left);
            std::memcpy(&right, b + p * cols + lanes<T>, sizeof right);
#pragma GCC unroll 16
            for (int i = 0; i < rows; ++i) {
                const Lanes factor = a[p * rows + i] - Lanes{}; // in all lanes
                sum[i][0] += factor * left;
                sum[i][1] += factor * right;
            }
        }
        std::memcpy(tile, sum, sizeof sum);
#endif
    } else {
        T sum[rows][cols] = {};
        for (long long p = 0; p < depth; ++p) {
            for (int i = 0; i < rows; ++i) {
                for (int j = 0; j < cols; ++j) {
                    sum[i][j] = static_cast<T>(sum[i][j] + a[p * rows + i] * b[p * cols + j]);
                }
            }
        }
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < cols; ++j)
                tile[i * cols + j] = sum[i][j];
        }
    }
}

template <class T>
void add_tile(T* c, const T* tile, long long stride, long long rows, long long cols, bool first) {
    for (long long i = 0; i < rows; ++i) {
        for (long long j = 0; j < cols; ++j) {
            const T value = tile[i * tile_cols<T> + j];
            c[i * stride + j] = first ? value : static_cast<T>(c[i * stride + j] + value);
        }
    }
}

inline long long smaller(long long a, long long b) {
    return a < b ? a : b;
}

// C (n x m) = A (n x k) B (k x m).
template <class T>
void matrix_product(T* c, const T* a, const T* b, long long n, long long m, long long k, long long c_stride,
                    long long a_stride, long long b_stride) {
    constexpr int width = tile_cols<T>;
    const long long panels = (m + width - 1) / width;
    std::vector<T> packed_b(static_cast<std::size_t>(panels * width * smaller(k, depth_block)));
    std::vector<T> packed_a(static_cast<std::size_t>(row_block * depth_block));
    alignas(64) T tile[tile_rows * width];
    for (long long i = 0; k == 0 && i < n; ++i) {
        for (long long j = 0; j < m; ++j)
            c[i * c_stride + j] = T{};
    }
    for (long long p = 0; p < k; p += depth_block) {
        const long long depth = smaller(depth_block, k - p);
        for (long long j = 0; j < panels; ++j) {
            pack_cols<T, width>(&packed_b[static_cast<std::size_t>(j * width * depth)],
                                b + p * b_stride + j * width, b_stride, m - j * width, depth);
        }
        for (long long i0 = 0; i0 < n; i0 += row_block) {
            const long long rows = smaller(row_block, n - i0);
            for (long long i = 0; i < rows; i += tile_rows) {
                pack_rows<T, tile_rows>(&packed_a[static_cast<std::size_t>(i * depth)],
                                        a + (i0 + i) * a_stride + p, a_stride, rows - i, depth);
            }
            for (long long j = 0; j < panels; ++j) {
                for (long long i = 0; i < rows; i += tile_rows) {
                    tile_product<T, tile_rows>(tile, &packed_a[static_cast<std::size_t>(i * depth)],
                                               &packed_b[static_cast<std::size_t>(j * width * depth)], depth);
                    add_tile(c + (i0 + i) * c_stride + j * width, tile, c_stride,
                             smaller(tile_rows, rows - i), smaller(width, m - j * width), p == 0);
                }
            }
        }
    }
}

// Uses several accumulators, so the order of additions differs from that of a simple loop.
template <class T>
T scalar_product(const T* x, const T* y, long long n) {
    constexpr int width = 8 * lanes<T>;
    T sums[width] = {};
    long long i = 0;
    for (; i + width <= n; i += width) {
        for (int j = 0; j < width; ++j)
            sums[j] = static_cast<T>(sums[j] + x[i + j] * y[i + j]);
    }
    for (int j = 0; i < n; ++i, ++j)
        sums[j] = static_cast<T>(sums[j] + x[i] * y[i]);
    for (int half = width / 2; half > 0; half /= 2) {
        for (int j = 0; j < half; ++j)
            sums[j] = static_cast<T>(sums[j] + sums[j + half]);
    }
    return sums[0];
}

template <class T>
void matrix_vector_product(T* y, const T* a, const T* x, long long rows, long long cols, long long stride) {
    for (long long i = 0; i < rows; ++i)
        y[i] = scalar_product(a + i * stride, x, cols);
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type and a keyword
#define LOOP_PRODUCTS(keyword, T)                                                                            \
    keyword template void matrix_product<T>(T*, const T*, const T*, long long, long long, long long,         \
                                            long long, long long, long long);                                \
    keyword template void matrix_vector_product<T>(T*, const T*, const T*, long long, long long, long long); \
    keyword template T scalar_product<T>(const T*, const T*, long long);
// NOLINTEND(bugprone-macro-parentheses)

LOOP_PRODUCTS(extern, double)
LOOP_PRODUCTS(extern, float)
LOOP_PRODUCTS(extern, int)
LOOP_PRODUCTS(extern, long)

} // namespace loop::detail
