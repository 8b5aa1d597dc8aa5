#include <loop/linear_algebra.h>

// Products are charged, not executed.
namespace loop::detail {

LOOP_PRODUCTS(, double)
LOOP_PRODUCTS(, float)
LOOP_PRODUCTS(, int)
LOOP_PRODUCTS(, long)

void check_matprod(const MatprodExtents&, long long, long long, long long, long long, long long, long long,
                   bool, Site) {}
void check_matvecprod(const MatvecprodExtents&, long long, long long, long long, long long, bool, Site) {}
void check_scalprod(long long, bool, long long, long long, Site) {}

ProductScope::ProductScope(What what, const Site&) : what_(what) {}
ProductScope::~ProductScope() = default;
void ProductScope::done(double, int) {}

} // namespace loop::detail
