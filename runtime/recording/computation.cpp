#include "measure/amounts.h"
#include "recording/executions.h"
#include "recording/recorder.h"
#include "session/session.h"
#include "work/amounts.h"

#include <loop/linear_algebra.h>
#include <loop/measure.h>
#include <loop/work.h>

// Computations are recorded, not executed.
namespace loop {

using namespace runtime;

namespace {

// Within \FLOPS, what it declares counts, and nothing else.
void add_work(Construct construct, const Site& site, const recording::Work& work) {
    if (the_session.flops_depth == 0 && recording::is_work_recorded())
        recording::record_work(construct, site, work);
}

} // namespace

void work(double seconds, Site site) {
    require_seconds(seconds, "SECONDS", site);
    add_work(Construct::Work, site, {seconds, 0, 0, 0});
}

void work_flops(double count, Site site) {
    add_work(Construct::Work, site, {0, 0, static_cast<double>(whole_operations(count, site)), 0});
}

void work_bytes(long long bytes, long long stride, bool random, Site site) {
    require_bytes(bytes, stride, site);
    add_work(Construct::Work, site, {0, 0, 0, static_cast<double>(bytes), stride, random});
}

void work_idle(double seconds, Site site) {
    require_seconds(seconds, "IDLE", site);
    add_work(Construct::Work, site, {0, seconds, 0, 0});
}

namespace detail {

bool executes_work = true; // until \OPEN0

void begin_flops(double count, double bytes, Site site) {
    require_flops(count, bytes, site);
    add_work(Construct::Flops, site, {0, 0, count, bytes});
    ++the_session.flops_depth;
}

void end_flops() noexcept {
    --the_session.flops_depth;
}

LOOP_PRODUCTS(, double)
LOOP_PRODUCTS(, float)
LOOP_PRODUCTS(, int)
LOOP_PRODUCTS(, long)

void check_matprod(const MatprodExtents&, long long, long long, long long, long long, long long, long long,
                   bool, Site) {}
void check_matvecprod(const MatvecprodExtents&, long long, long long, long long, long long, bool, Site) {}
void check_scalprod(long long, bool, long long, long long, Site) {}
void check_cblas(long long, Site) {}

ProductScope::ProductScope(What what, const Site& site) : what_(what) {
    the_session.site = site;
}
ProductScope::~ProductScope() = default;

void ProductScope::done(double flops, int) {
    const Construct construct = what_ == Matprod      ? Construct::Matprod
                                : what_ == Matvecprod ? Construct::Matvecprod
                                                      : Construct::Scalprod;
    add_work(construct, the_session.site, {0, 0, flops, 0});
}

} // namespace detail
} // namespace loop
