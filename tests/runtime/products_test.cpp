#include <loop/detail/products.h>

#include <catch2/catch.hpp>

#include <vector>

namespace {

template <class T>
std::vector<T> numbers(long long count, int seed) {
    std::vector<T> v(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < v.size(); ++i) {
        v[i] = static_cast<T>((static_cast<int>(i) * 7 + seed) % 11 -
                              5); // small values, so that every type computes exactly
    }
    return v;
}

template <class T>
bool product_is_right(long long n, long long m, long long k, long long spare) {
    const long long a_stride = k + spare;
    const long long b_stride = m + spare;
    const long long c_stride = m + 2 * spare;
    const std::vector<T> a = numbers<T>(n * a_stride + 1, 1);
    const std::vector<T> b = numbers<T>(k * b_stride + 1, 2);
    std::vector<T> c(static_cast<std::size_t>(n * c_stride + 1), static_cast<T>(9));
    loop::detail::matrix_product(c.data(), a.data(), b.data(), n, m, k, c_stride, a_stride, b_stride);
    for (long long i = 0; i < n; ++i) {
        for (long long j = 0; j < c_stride; ++j) {
            T sum = static_cast<T>(j < m ? 0 : 9); // elements beyond the product must not change
            for (long long p = 0; j < m && p < k; ++p) {
                sum = static_cast<T>(sum + a[static_cast<std::size_t>(i * a_stride + p)] *
                                               b[static_cast<std::size_t>(p * b_stride + j)]);
            }
            if (c[static_cast<std::size_t>(i * c_stride + j)] != sum) return false;
        }
    }
    return true;
}

} // namespace

TEMPLATE_TEST_CASE("products of any arithmetic type and any shape", "", double, float, int, long, short,
                   long double) {
    for (long long n : {0, 1, 3, 8, 13, 130}) {
        for (long long m : {0, 1, 5, 33}) {
            for (long long k : {0, 1, 17, 300}) {
                CHECK(product_is_right<TestType>(n, m, k, 0));
                CHECK(product_is_right<TestType>(n, m, k, 3));
            }
        }
    }
}

TEMPLATE_TEST_CASE("scalar and matrix-vector products", "", double, float, int, long, short, long double) {
    for (long long n : {0, 1, 2, 31, 64, 100, 1001}) {
        const auto x = numbers<TestType>(n, 3);
        const auto y = numbers<TestType>(n, 4);
        TestType sum{};
        for (std::size_t i = 0; i < x.size(); ++i)
            sum = static_cast<TestType>(sum + x[i] * y[i]);
        CHECK(loop::detail::scalar_product(x.data(), y.data(), n) == sum);

        const long long rows = 5;
        const auto a = numbers<TestType>(rows * (n + 2), 5);
        std::vector<TestType> result(rows);
        loop::detail::matrix_vector_product(result.data(), a.data(), x.data(), rows, n, n + 2);
        for (long long i = 0; i < rows; ++i) {
            CHECK(result[static_cast<std::size_t>(i)] ==
                  loop::detail::scalar_product(a.data() + i * (n + 2), x.data(), n));
        }
    }
}
