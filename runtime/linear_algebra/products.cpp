#include "session/failure.h"
#include "session/simulation.h"
#include "trace/scope.h"
#include "trace/sites.h"

#include <loop/linear_algebra.h>
#include <loop/measure.h>

#include <limits>

namespace loop::detail {

using namespace runtime;

LOOP_PRODUCTS(, double)
LOOP_PRODUCTS(, float)
LOOP_PRODUCTS(, int)
LOOP_PRODUCTS(, long)

namespace {

void require_fits(const char* name, long long rows, long long cols, long long has_rows, long long has_cols,
                  Construct construct, const Site& site) {
    if (rows >= 0 && cols >= 0 && rows <= has_rows && cols <= has_cols) return;
    fail(site, construct, name, " is ", has_rows, " x ", has_cols, ", the product needs ", rows, " x ", cols);
}

// Checks two declared extents that must match in the product.
void require_equal(const char* what, long long first, long long second, Construct construct,
                   const Site& site) {
    if (first == second) return;
    fail(site, construct, what, " do not agree: ", first, " and ", second,
         " (give the extents to use a part)");
}

void require_different(bool same_array, Construct construct, const Site& site) {
    if (same_array) fail(site, construct, "the result must not be one of the factors");
}

} // namespace

void check_matprod(const MatprodExtents& e, long long c_rows, long long c_cols, long long a_rows,
                   long long a_cols, long long b_rows, long long b_cols, bool same_array, Site site) {
    require_different(same_array, Construct::Matprod, site);
    const auto at_work = Construct::Matprod;
    if (!e.n_given)
        require_equal("the rows of the result and of the first factor", c_rows, a_rows, at_work, site);
    if (!e.m_given)
        require_equal("the columns of the result and of the second factor", c_cols, b_cols, at_work, site);
    if (!e.k_given) {
        require_equal("the columns of the first and the rows of the second factor", a_cols, b_rows, at_work,
                      site);
    }
    require_fits("the result", e.n, e.m, c_rows, c_cols, Construct::Matprod, site);
    require_fits("the first factor", e.n, e.k, a_rows, a_cols, Construct::Matprod, site);
    require_fits("the second factor", e.k, e.m, b_rows, b_cols, Construct::Matprod, site);
}

void check_matvecprod(const MatvecprodExtents& e, long long y_size, long long a_rows, long long a_cols,
                      long long x_size, bool same_array, Site site) {
    require_different(same_array, Construct::Matvecprod, site);
    const auto at_work = Construct::Matvecprod;
    if (!e.rows_given) require_equal("the result and the rows of the matrix", y_size, a_rows, at_work, site);
    if (!e.cols_given)
        require_equal("the columns of the matrix and the vector", a_cols, x_size, at_work, site);
    require_fits("the matrix", e.rows, e.cols, a_rows, a_cols, Construct::Matvecprod, site);
    require_fits("the result", e.rows, 1, y_size, 1, Construct::Matvecprod, site);
    require_fits("the vector", e.cols, 1, x_size, 1, Construct::Matvecprod, site);
}

void check_scalprod(long long n, bool given, long long size1, long long size2, Site site) {
    if (!given) require_equal("the lengths of the vectors", size1, size2, Construct::Scalprod, site);
    if (n >= 0 && n <= size1 && n <= size2) return;
    fail(site, Construct::Scalprod, "the vectors have ", size1, " and ", size2,
         " elements, the product needs ", n);
}

void check_cblas(long long largest, Site site) {
    if (largest <= std::numeric_limits<int>::max()) return;
    fail(site, the_session.construct, "CBLAS cannot take an extent of ", largest, ", only up to ",
         std::numeric_limits<int>::max(), "; leave `LIBRARY: cblas` out");
}

namespace {

Construct construct_of(ProductScope::What what) {
    return what == ProductScope::Matprod      ? Construct::Matprod
           : what == ProductScope::Matvecprod ? Construct::Matvecprod
                                              : Construct::Scalprod;
}

} // namespace

ProductScope::ProductScope(What what, const Site& site) : what_(what) {
    const Construct construct = construct_of(what);
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
    the_session.construct = construct;
    the_session.site = site;
    the_status->sequence = ++the_session.sequence;
    place_ = pack_place(construct, site.line, false);
    the_status->place = pack_place(construct, site.line, true);
    if (trace::on()) trace::enter(trace_site_ = trace::site_index(construct, site));
}

ProductScope::~ProductScope() {
    if (trace::on()) trace::leave(trace_site_);
    the_status->place = place_;
}

void ProductScope::done(double flops, int threads) {
    if (the_session.flops_depth == 0) charge(construct_of(what_), flops / (threads > 1 ? threads : 1));
    count_flops(flops);
}

} // namespace loop::detail
