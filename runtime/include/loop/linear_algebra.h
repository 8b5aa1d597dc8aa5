#pragma once

#include <loop/data.h>
#include <loop/detail/products.h>
#include <loop/measure.h>
#include <loop/passes.h>
#include <loop/site.h>

#ifdef LOOP_USE_CBLAS
#include <cblas.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

#include <algorithm>
#include <climits>
#include <vector>

namespace loop {

// The products. All are local, and their first argument is the result, which must not be one of the factors.
// They add their operations (2nmk, 2nm, 2n) to the declared flops unless they are inside a \FLOPS region.
// Extents that do not match, and arrays that are not allocated, are errors.

// The implementation to use. CBLAS supports float and double, and must be linked.
struct Library {
    struct Own {};
    struct Cblas {};
    static constexpr Own own{};
    static constexpr Cblas cblas{};
};

// The THREADS of a product that has none: the rank computes it without threads.
constexpr int no_threads = INT_MIN;

// Stands for the declared extent, so that you can give a later argument without this one.
struct Declared {};
constexpr Declared declared{};

// An extent of a product: a number, or the declared extent.
class Extent {
public:
    constexpr Extent(Declared) : given_(false), value_(0) {}
    template <class N, class = std::enable_if_t<std::is_integral<N>::value>>
    constexpr Extent(N value) : given_(true), value_(static_cast<long long>(value)) {}

    constexpr bool given() const { return given_; }
    constexpr long long or_declared(long long declared_extent) const {
        return given_ ? value_ : declared_extent;
    }

private:
    bool given_;
    long long value_;
};

namespace detail {

template <class L>
constexpr bool is_library = std::is_same<L, Library::Own>::value || std::is_same<L, Library::Cblas>::value;

struct MatprodExtents {
    long long n, m, k;
    bool n_given, m_given, k_given;
};
struct MatvecprodExtents {
    long long rows, cols;
    bool rows_given, cols_given;
};
// These end the run with a message if declared extents that the product uses do not match, or if an extent
// exceeds an array.
void check_matprod(const MatprodExtents& e, long long c_rows, long long c_cols, long long a_rows,
                   long long a_cols, long long b_rows, long long b_cols, bool same_array, Site site);
void check_matvecprod(const MatvecprodExtents& e, long long y_size, long long a_rows, long long a_cols,
                      long long x_size, bool same_array, Site site);
void check_scalprod(long long n, bool given, long long size1, long long size2, Site site);
// Ends the run with a message if CBLAS, which counts in `int`, cannot take this extent or stride.
void check_cblas(long long largest, Site site);

#ifdef LOOP_USE_CBLAS
inline void cblas_product(double* c, const double* a, const double* b, const MatprodExtents& e,
                          long long c_stride, long long a_stride, long long b_stride) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(e.n), static_cast<int>(e.m),
                static_cast<int>(e.k), 1.0, a, static_cast<int>(a_stride), b, static_cast<int>(b_stride), 0.0,
                c, static_cast<int>(c_stride));
}
inline void cblas_product(float* c, const float* a, const float* b, const MatprodExtents& e,
                          long long c_stride, long long a_stride, long long b_stride) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(e.n), static_cast<int>(e.m),
                static_cast<int>(e.k), 1.0F, a, static_cast<int>(a_stride), b, static_cast<int>(b_stride),
                0.0F, c, static_cast<int>(c_stride));
}
inline void cblas_product(double* y, const double* a, const double* x, const MatvecprodExtents& e,
                          long long stride) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, static_cast<int>(e.rows), static_cast<int>(e.cols), 1.0, a,
                static_cast<int>(stride), x, 1, 0.0, y, 1);
}
inline void cblas_product(float* y, const float* a, const float* x, const MatvecprodExtents& e,
                          long long stride) {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, static_cast<int>(e.rows), static_cast<int>(e.cols), 1.0F, a,
                static_cast<int>(stride), x, 1, 0.0F, y, 1);
}
inline double cblas_product(const double* x, const double* y, long long n) {
    return cblas_ddot(static_cast<int>(n), x, 1, y, 1);
}
inline float cblas_product(const float* x, const float* y, long long n) {
    return cblas_sdot(static_cast<int>(n), x, 1, y, 1);
}
constexpr bool cblas_linked = true;
#else
template <class... A>
double cblas_product(A...) {
    return 0;
}
constexpr bool cblas_linked = false;
#endif

template <class T, class L>
constexpr void require_cblas() {
    if constexpr (std::is_same<L, Library::Cblas>::value) {
        static_assert(cblas_linked || sizeof(T) == 0,
                      "Library::cblas: this program is built without CBLAS (LOOP_USE_CBLAS is not defined)");
        static_assert(std::is_same<T, double>::value || std::is_same<T, float>::value,
                      "Library::cblas: CBLAS multiplies float and double only");
    }
}

// Marks the running product in the status file and the trace, and counts its operations. Defined in
// linear_algebra/products.cpp.
class ProductScope {
public:
    enum What { Matprod, Matvecprod, Scalprod };
    ProductScope(What what, const Site& site);
    ~ProductScope();
    ProductScope(const ProductScope&) = delete;
    ProductScope& operator=(const ProductScope&) = delete;
    bool executes() const { return executes_work; }
    void done(double flops, int threads);

private:
    What what_;
    unsigned long long place_;
    unsigned trace_site_ = 0;
};

// Calls part(thread, first, last) on each thread for its share of `count` rows or elements.
template <class Part>
void share(int threads, ThreadsOf what, long long count, Site site, Part part) {
    if (threads == no_threads) return part(0, 0, count);
    ProductThreads team(threads, what, site);
    const auto part_of = [&](int thread, int started) {
        const Thread busy(team, thread, started);
        part(thread, count * thread / started, count * (thread + 1) / started);
    };
#ifdef _OPENMP
#pragma omp parallel num_threads(team.started())
    part_of(omp_get_thread_num(), omp_get_num_threads());
#else
    part_of(0, 1);
#endif
}

template <class S, class T>
void store_scalar(S& sc, const T& value) {
    sc = static_cast<S>(value);
}
template <class S, class T>
void store_scalar(Vector<S>& sc, const T& value) {
    sc[0] = static_cast<S>(value);
}
template <class S>
void require_scalar(const S&, Site) {}
template <class S>
void require_scalar(const Vector<S>& sc, Site site) {
    require_allocated(sc.size() > 0 ? sc.data() : nullptr, "SCALPROD", site);
}

} // namespace detail

// \MATPROD: C (n x m) = A (n x k) B (k x m). n, m, and k default to the declared extents of C and A.
template <class T, class L = Library::Own>
void matprod(Matrix<T>& C, const Matrix<T>& A, const Matrix<T>& B, Extent n = declared, Extent m = declared,
             Extent k = declared, L = L{}, int threads = no_threads, Site site = Site::here()) {
    detail::require_cblas<T, L>();
    detail::ProductScope scope(detail::ProductScope::Matprod, site);
    detail::require_allocated(C.data(), "MATPROD", site);
    detail::require_allocated(A.data(), "MATPROD", site);
    detail::require_allocated(B.data(), "MATPROD", site);
    const detail::MatprodExtents e{n.or_declared(C.rows()),
                                   m.or_declared(C.cols()),
                                   k.or_declared(A.cols()),
                                   n.given(),
                                   m.given(),
                                   k.given()};
    detail::check_matprod(e, C.rows(), C.cols(), A.rows(), A.cols(), B.rows(), B.cols(),
                          C.data() == A.data() || C.data() == B.data(), site);
    if (!scope.executes()) {
        // charged below
    } else if constexpr (std::is_same<L, Library::Cblas>::value) {
        detail::check_cblas(std::max({e.n, e.m, e.k, C.cols(), A.cols(), B.cols()}), site);
        detail::cblas_product(C.data(), A.data(), B.data(), e, C.cols(), A.cols(), B.cols());
    } else {
        const auto rows = [&](int, long long first, long long last) {
            detail::matrix_product(C.data() + first * C.cols(), A.data() + first * A.cols(), B.data(),
                                   last - first, e.m, e.k, C.cols(), A.cols(), B.cols());
        };
        detail::share(threads, detail::ThreadsOf::Matprod, e.n, site, rows);
    }
    scope.done(2.0 * static_cast<double>(e.n) * static_cast<double>(e.m) * static_cast<double>(e.k), threads);
}
template <class T, class L, class = std::enable_if_t<detail::is_library<L>>>
void matprod(Matrix<T>& C, const Matrix<T>& A, const Matrix<T>& B, L library, Site site = Site::here()) {
    matprod(C, A, B, declared, declared, declared, library, no_threads, site);
}

// \MATVECPROD: y = A x, with the first `rows` rows and `cols` columns of A.
template <class T, class L = Library::Own>
void matvecprod(Vector<T>& y, const Matrix<T>& A, const Vector<T>& x, Extent rows = declared,
                Extent cols = declared, L = L{}, int threads = no_threads, Site site = Site::here()) {
    detail::require_cblas<T, L>();
    detail::ProductScope scope(detail::ProductScope::Matvecprod, site);
    detail::require_allocated(y.data(), "MATVECPROD", site);
    detail::require_allocated(A.data(), "MATVECPROD", site);
    detail::require_allocated(x.data(), "MATVECPROD", site);
    const detail::MatvecprodExtents e{rows.or_declared(A.rows()), cols.or_declared(A.cols()), rows.given(),
                                      cols.given()};
    detail::check_matvecprod(e, y.size(), A.rows(), A.cols(), x.size(), y.data() == x.data(), site);
    if (!scope.executes()) {
        // charged below
    } else if constexpr (std::is_same<L, Library::Cblas>::value) {
        detail::check_cblas(std::max({e.rows, e.cols, A.cols()}), site);
        detail::cblas_product(y.data(), A.data(), x.data(), e, A.cols());
    } else {
        const auto rows = [&](int, long long first, long long last) {
            detail::matrix_vector_product(y.data() + first, A.data() + first * A.cols(), x.data(),
                                          last - first, e.cols, A.cols());
        };
        detail::share(threads, detail::ThreadsOf::Matvecprod, e.rows, site, rows);
    }
    scope.done(2.0 * static_cast<double>(e.rows) * static_cast<double>(e.cols), threads);
}
template <class T, class L, class = std::enable_if_t<detail::is_library<L>>>
void matvecprod(Vector<T>& y, const Matrix<T>& A, const Vector<T>& x, L library, Site site = Site::here()) {
    matvecprod(y, A, x, declared, declared, library, no_threads, site);
}

// \SCALPROD: sc = dot product of the first n elements of v1 and v2. `sc` is a scalar, or a \VEC whose element
// 0 gets the result.
template <class S, class T, class L = Library::Own>
void scalprod(S& sc, const Vector<T>& v1, const Vector<T>& v2, Extent n = declared, L = L{},
              int threads = no_threads, Site site = Site::here()) {
    detail::require_cblas<T, L>();
    detail::ProductScope scope(detail::ProductScope::Scalprod, site);
    detail::require_allocated(v1.data(), "SCALPROD", site);
    detail::require_allocated(v2.data(), "SCALPROD", site);
    detail::require_scalar(sc, site);
    const long long count = n.or_declared(v1.size());
    detail::check_scalprod(count, n.given(), v1.size(), v2.size(), site);
    if (!scope.executes()) {
        // charged below
    } else if constexpr (std::is_same<L, Library::Cblas>::value) {
        detail::check_cblas(count, site);
        detail::store_scalar(sc, detail::cblas_product(v1.data(), v2.data(), count));
    } else {
        std::vector<T> sums(threads > 1 ? static_cast<std::size_t>(threads) : 1);
        const auto elements = [&](int thread, long long first, long long last) {
            sums[static_cast<std::size_t>(thread)] =
                detail::scalar_product(v1.data() + first, v2.data() + first, last - first);
        };
        detail::share(threads, detail::ThreadsOf::Scalprod, count, site, elements);
        T sum{};
        for (const T& part : sums)
            sum = static_cast<T>(sum + part);
        detail::store_scalar(sc, sum);
    }
    scope.done(2.0 * static_cast<double>(count), threads);
}
template <class S, class T, class L, class = std::enable_if_t<detail::is_library<L>>>
void scalprod(S& sc, const Vector<T>& v1, const Vector<T>& v2, L library, Site site = Site::here()) {
    scalprod(sc, v1, v2, declared, library, no_threads, site);
}

} // namespace loop
