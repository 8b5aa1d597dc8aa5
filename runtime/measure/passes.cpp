#include "comm/synchronise.h"
#include "measure/batches.h"
#include "measure/unmeasured.h"
#include "session/clock.h"
#include "session/group.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/passes.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <string>
#include <utility>

namespace loop {

using namespace runtime;

namespace {

constexpr double most_loop_seconds = 1e9;

std::string seconds_shown(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", seconds);
    return text;
}

// The first call takes some microseconds.
double clock_step_seconds() {
    static const double step = runtime::seconds(clock_step_ns());
    return step;
}

void require_loop_seconds(double wanted, const Site& site) {
    if (!(wanted >= 0) || wanted > most_loop_seconds)
        fail(site, Construct::Loop, "SECONDS is ", seconds_shown(wanted), "; it must be from 0 to ",
             seconds_shown(most_loop_seconds));
    if (wanted == 0 || is_simulated) return;
    const LongExcluded excluded;
    if (wanted < clock_step_seconds())
        fail(site, Construct::Loop, "SECONDS is ", seconds_shown(wanted), ", less than a step of the clock (",
             seconds_shown(clock_step_seconds()), " s)");
}

std::int64_t measured_now_ns() {
    return now_ns() - the_session.excluded_ns;
}

// What rank 0 tells the others about the next batch.
struct BatchPlan {
    long long passes;
    double min_wanted, max_wanted; // of the ranks' SECONDS
};

// Collective.
BatchPlan plan_batch(Batches own) {
    double extremes[4] = {own.measured_seconds, own.last_seconds, own.wanted_seconds, -own.wanted_seconds};
    reduce(extremes, 4, MPI_DOUBLE, MPI_MAX, 0, control_of_group());
    own.measured_seconds = extremes[0];
    own.last_seconds = extremes[1];
    BatchPlan plan{next_batch(own), -extremes[3], extremes[2]};
    broadcast(&plan, sizeof plan, 0, control_of_group());
    return plan;
}

} // namespace

Passes::Passes(Kind kind, double most, int warm_up, Site site)
    : kind_(kind), most_(most), warm_up_left_(warm_up), site_(site) {
    if (the_session.stage != Stage::Open) fail_not_open(Construct::Loop, site);
    if (kind == Kind::Timed) require_loop_seconds(most, site);
    is_warming_up_ = warm_up > 0;
    if (is_warming_up_) before_ = begin_unmeasured(Construct::Loop, site);
}

// Still in the warm-up: the statement has left the loop.
Passes::~Passes() {
    if (is_warming_up_) end_warm_up();
}

bool Passes::begin_batch() {
    pass_ = 0;
    if (begin_warm_up()) return true;
    if (is_warming_up_) end_warm_up();
    if (kind_ == Kind::Timed && !is_simulated) return begin_timed_batch();
    if (std::exchange(is_counting_, true)) return false;
    end_ = kind_ == Kind::Timed ? (most_ > 0 ? 1 : 0) : static_cast<int>(most_);
    return end_ > 0;
}

// If no pass counts, there is nothing to warm up for.
bool Passes::begin_warm_up() {
    const int passes_that_count = kind_ == Kind::Timed && most_ > 0 ? INT_MAX : static_cast<int>(most_);
    end_ = std::min(warm_up_left_, passes_that_count);
    warm_up_left_ -= end_;
    return end_ > 0;
}

void Passes::end_warm_up() {
    is_warming_up_ = false;
    end_unmeasured(before_, Construct::Loop, site_);
}

bool Passes::begin_timed_batch() {
    batch_ns_ = std::exchange(is_counting_, true) ? measured_now_ns() - begin_ns_ : 0;
    measured_ns_ += batch_ns_;
    passes_ += batch_;
    pass_ = static_cast<int>(passes_ % INT_MAX); // the iterator is an int
    batch_ = std::min<long long>(agreed_batch(), INT_MAX - pass_);
    end_ = pass_ + static_cast<int>(batch_);
    begin_ns_ = measured_now_ns();
    return batch_ > 0;
}

long long Passes::agreed_batch() {
    const Scope scope(Construct::Loop, site_);
    const Excluded excluded;
    const std::int64_t begin = now_ns();
    const BatchPlan plan = plan_batch({most_, runtime::seconds(measured_ns_), passes_,
                                       runtime::seconds(batch_ns_), batch_, agreement_seconds_});
    const double lasted = runtime::seconds(now_ns() - begin);
    agreement_seconds_ = passes_ == 0 ? lasted : std::min(agreement_seconds_, lasted);
    if (plan.min_wanted < plan.max_wanted)
        fail(site_, Construct::Loop, "SECONDS is ", seconds_shown(most_),
             ", but must be the same on all ranks (", seconds_shown(plan.min_wanted), " to ",
             seconds_shown(plan.max_wanted), ")");
    return plan.passes;
}

} // namespace loop
