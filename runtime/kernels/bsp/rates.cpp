#include "kernels/bsp/rates.h"

#include "comm/synchronise.h"
#include "kernels/bsp/cache_levels.h"
#include "kernels/bsp/daxpy.h"
#include "kernels/bsp/operations.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/over_ranks.h"
#include "output/notes.h"
#include "session/caches.h"
#include "session/clock.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/measure.h>

#include <algorithm>
#include <string>

namespace loop::runtime::bsp {
namespace {

constexpr long long records_of_rate = 2;
constexpr long long order_of_matrices = 256;
constexpr double bytes_of_element = 3 * 8; // in three vectors
constexpr double max_level_bytes = 512.0 * 1024 * 1024;
constexpr double share_of_memory = 0.25; // so that no rank is ended for lack of memory
constexpr double level_seconds = 0.5;    // a level takes about as long at most, if three batches do
constexpr long long min_batches = 3;

// Measures passes of one kind of operation on all ranks at the same time, because they may share memory and
// cores. Each rank uses its own clock.
class RateMeter {
public:
    RateMeter(const BspBench& asked, std::int64_t step_ns, KernelTrace& recorded)
        : asked_(asked), step_ns_(step_ns), recorded_(recorded) {}

    // Collective. `charged`: what a simulated machine charges. `most_seconds`: of all batches.
    template <class Pass>
    Rate measure(const std::string& name, Construct charged, double flops, Pass pass,
                 double most_seconds = 3600) {
        const auto time = [&](long long count, trace::SiteIndex part = 0, long long recorded = 0) {
            const std::int64_t begin = now_ns();
            iterate(part, recorded, count, [&] {
                charge(charged, flops);
                if (detail::executes_work) pass();
            });
            return now_ns() - begin - the_session.clock_cost_ns;
        };
        const auto wanted_ns = static_cast<std::int64_t>(asked_.seconds * 1e9);
        long long passes = 1;
        if (!is_simulated) {
            passes = repetitions_for(time, wanted_ns, step_ns_, max_repetitions);
            passes = static_cast<long long>(of_rank_0(static_cast<double>(passes)));
            if (passes == 0) return {};
        }
        const trace::SiteIndex part = recorded_.computing(name);
        const long long to_record =
            recorded_.has_room(records_of_rate) ? passes / 10 + 1 : 0; // in the first batch
        std::vector<double> times;
        long long batches = is_simulated ? 1 : asked_.batches;
        for (long long batch = 0; batch < batches; ++batch) {
            synchronise(the_session.control);
            const std::int64_t ns = std::max<std::int64_t>(1, time(passes, part, batch == 0 ? to_record : 0));
            times.push_back(seconds(ns) / static_cast<double>(passes));
            if (batch == 0) batches = batches_in(most_seconds, seconds(ns), batches);
        }
        return over_ranks(flops / median_of(times) * 1e-6);
    }

private:
    static Rate over_ranks(double rate) {
        return {mean_over_ranks(rate), min_over_ranks(rate), max_over_ranks(rate)};
    }

    // All ranks make as many batches as rank 0's first one allows.
    static long long batches_in(double most_seconds, double of_one, long long asked) {
        const auto room = static_cast<long long>(of_rank_0(most_seconds / of_one));
        return std::min(asked, std::max(min_batches, room));
    }

    const BspBench& asked_;
    std::int64_t step_ns_;
    KernelTrace& recorded_;
};

Rate measure_daxpy(RateMeter& meter, const std::string& name, long long n, long long iterations, Rates& rates,
                   double most_seconds = 3600) {
    Daxpy daxpy(detail::executes_work ? n : 1, iterations);
    const double flops = 4.0 * static_cast<double>(iterations) * static_cast<double>(n);
    const Rate rate = meter.measure(
        name, Construct::Bspbench, flops, [&] { daxpy.pass(); }, most_seconds);
    daxpy.reset();
    if (detail::executes_work) daxpy.pass();
    rates.holds = rates.holds && (!detail::executes_work || daxpy.holds());
    return rate;
}

void measure_curve(const BspBench& asked, RateMeter& meter, Rates& rates) {
    for (long long n = 1; rates.measurable; n *= 2) {
        const long long length = std::min(n, asked.n);
        const Rate rate =
            measure_daxpy(meter, concat("DAXPY, n = ", length), length, asked.iterations, rates);
        rates.measurable = rate.mean > 0;
        if (!rates.measurable) return;
        rates.n.push_back(static_cast<double>(length));
        rates.daxpy.push_back(rate);
        if (n >= asked.n) return;
    }
}

std::string level_name(int level) {
    return level == memory_level ? "memory" : concat("L", level);
}

// Long vectors need fewer iterations: a pass over a million elements is long enough for any clock.
void measure_levels(const BspBench& asked, RateMeter& meter, Rates& rates) {
    rates.most_level_bytes = std::min(max_level_bytes, memory_for_each_rank(0) * share_of_memory);
    for (const LevelData& data : level_data(rates.caches, rates.most_level_bytes)) {
        const auto n = static_cast<long long>(data.bytes / bytes_of_element);
        const long long iterations = std::clamp((1LL << 20) / n, 1LL, asked.iterations);
        const Rate rate =
            measure_daxpy(meter, "DAXPY in " + level_name(data.level), n, iterations, rates, level_seconds);
        if (rate.mean > 0) rates.levels.push_back({data.level, data.cache, static_cast<double>(n), rate});
    }
}

void measure_operations(RateMeter& meter, Rates& rates) {
    ScalarChain chain;
    rates.scalar =
        meter.measure("scalar operations", Construct::Bspbench, ScalarChain::flops(), [&] { chain.pass(); });
    MatrixProduct product(detail::executes_work ? order_of_matrices : 1);
    rates.dgemm = meter.measure("DGEMM", Construct::Matprod, MatrixProduct::flops(order_of_matrices),
                                [&] { product.pass(); });
    if (detail::executes_work) rates.operations_hold = chain.holds() && product.holds();
}

// -- results

void tell_series(const Rates& rates, const KernelResults& result) {
    std::vector<double> n = rates.n;
    std::vector<Rate> all = rates.daxpy;
    for (const LevelRate& level : rates.levels) {
        if (level.n <= n.back()) continue;
        n.push_back(level.n);
        all.push_back(level.rate);
    }
    const auto tell = [&](const char* which, double Rate::*part) {
        std::vector<double> values;
        for (const Rate& rate : all)
            values.push_back(rate.*part);
        result.series(kinds::rate, {"n", "elements"}, which, n, values);
    };
    tell("mean of ranks", &Rate::mean);
    tell("least of ranks", &Rate::least);
    tell("greatest of ranks", &Rate::most);
}

void tell_levels(const Rates& rates, const KernelResults& result) {
    for (const LevelRate& level : rates.levels) {
        result(level.level == memory_level ? kinds::r_memory : kinds::r_of_cache[level.level - 1],
               level.rate.mean);
        if (level.level != memory_level) result(kinds::cache[level.level - 1], level.cache);
    }
}

// Why a level was not measured.
void note_missing(const Rates& rates) {
    if (is_simulated) return;
    const double last = *std::max_element(rates.caches.begin(), rates.caches.end());
    if (last == 0)
        return add_note("\\BSPBENCH: the sizes of the caches are unknown, so there is no r for each of them");
    const bool has_memory = !rates.levels.empty() && rates.levels.back().level == memory_level;
    if (has_memory) return;
    const bool is_tight = rates.most_level_bytes < max_level_bytes;
    add_note(concat("\\BSPBENCH: r in memory was not measured: a rank may fill ", bytes_text(last),
                    " of cache, and vectors of twice that size would take more than ",
                    bytes_text(rates.most_level_bytes),
                    is_tight ? ", a quarter of the free memory of a rank" : ", the most that LOOP takes"));
}

} // namespace

Rates measure_rates(const BspBench& asked, std::int64_t step_ns, KernelTrace& recorded) {
    Rates rates;
    RateMeter meter(asked, step_ns, recorded);
    measure_curve(asked, meter, rates);
    if (!rates.measurable || !asked.levels) return rates;
    for (const double share : caches_of_this_rank())
        rates.caches.push_back(min_over_ranks(share));
    measure_levels(asked, meter, rates);
    measure_operations(meter, rates);
    return rates;
}

void tell_rates(const Rates& rates, const BspBench& asked, const KernelResults& result) {
    if (!rates.measurable) {
        add_note("\\BSPBENCH: the clock is too coarse to measure r");
    } else {
        result(kinds::r, rates.r().mean);
        result(kinds::min_r, rates.r().least);
        result(kinds::max_r, rates.r().most);
    }
    if (!rates.daxpy.empty()) tell_series(rates, result);
    if (!rates.measurable || !asked.levels) return;
    if (rates.scalar.mean > 0) result(kinds::r_scalar, rates.scalar.mean);
    tell_levels(rates, result);
    if (rates.dgemm.mean > 0) result(kinds::r_dgemm, rates.dgemm.mean);
    note_missing(rates);
}

} // namespace loop::runtime::bsp
