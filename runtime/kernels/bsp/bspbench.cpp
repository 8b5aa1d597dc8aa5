#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/bsp/beginning.h"
#include "kernels/bsp/h_relation.h"
#include "kernels/bsp/rates.h"
#include "kernels/bsp/relation_sizes.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/channel.h"
#include "kernels/kernel_trace.h"
#include "kernels/over_ranks.h"
#include "kernels/results.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/simulation.h"
#include "trace/scope.h"

#include <loop/kernels.h>
#include <loop/measure.h>
#include <loop/straight_line.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace loop {

using namespace runtime;
using namespace runtime::bsp;

namespace {

constexpr long long max_words = 1LL << 20;   // max per relation, so that all values are distinct
constexpr double bytes_of_word = 100;        // per word: patterns, send and receive buffers, expected values
constexpr double simulated_messages = 20000; // min number simulated per second of real time
constexpr double announced_seconds = 60;     // a note announces a simulation that takes longer
constexpr double refused_seconds = 3600;
constexpr long long most_recorded = 8; // supersteps per relation

// -- arguments

void check(const BspBench& asked, Method& method, Order& order, const Site& site) {
    require_word("METHOD", asked.method, method,
                 {{"put", Method::Put},
                  {"rows", Method::Rows},
                  {"alltoallv", Method::Alltoallv},
                  {"rma", Method::Rma}},
                 site);
    require_word("ORDER", asked.order, order, {{"random", Order::Random}, {"cyclic", Order::Cyclic}}, site);
    require_range("N", asked.n, 1, 1LL << 40, site);
    require_range("ITERATIONS", asked.iterations, 1, 1000000, site);
    require_range("BATCHES", asked.batches, 1, 1000000, site);
    require_seconds(asked.seconds, site);
    require_range("RELATIONS", asked.relations, 2, max_words, site);
    if (!is_simulated || detail::executes_work)
        require_memory(3 * 8.0 * static_cast<double>(asked.n),
                       concat("three vectors of ", asked.n, " elements"), site);
}

struct Range {
    long long h0;
    long long h1;
};

// By default, the fit begins at h0 = p, where every rank receives something.
Range settled_range(const BspBench& asked, const Site& site) {
    const Range range{asked.h0 < 0 ? the_session.ranks : asked.h0, asked.h1};
    require_range("H1", range.h1, 1, max_words, site);
    require_of_call(range.h0 < range.h1,
                    concat("`H1` must be above `H0` to fit a line: H0 is ", range.h0,
                           asked.h0 < 0 ? " (the ranks)" : "", ", H1 is ", range.h1),
                    site);
    require_memory(bytes_of_word * static_cast<double>(range.h1),
                   concat("h-relations of up to ", range.h1, " words"), site);
    return range;
}

// Whether all words for a rank are one message.
bool is_by_rank(Method method, bool combine) {
    return method == Method::Alltoallv || method == Method::Rows || (method == Method::Put && combine);
}

// A simulation with one message per word can easily take hours.
void check_simulation(const std::vector<long long>& sizes, bool together, const Site& site) {
    if (!is_simulated) return;
    const double messages = relation_messages(sizes, the_session.ranks, together);
    const double seconds = messages / simulated_messages;
    const std::string estimate =
        concat("up to ", static_cast<long long>(seconds / 60), " minutes for ",
               static_cast<long long>(messages / 1e6), " million simulated messages");
    require_of_call(seconds <= refused_seconds,
                    "the simulation may take at most an hour, not " + estimate + "; decrease H1 or RELATIONS",
                    site);
    if (seconds > announced_seconds && the_session.rank == 0)
        std::fprintf(stderr, "loop: \\BSPBENCH takes %s\n", estimate.c_str());
}

// -- h-relations

// Words that the method sends one by one are measured in random order, and in cyclic order, as published. A
// simulated machine charges no time to the CPU for a word, so both orders take the same time there.
std::vector<Order> orders_to_measure(Method method, Order asked) {
    if (!is_word_by_word(method) || asked == Order::Cyclic) return {Order::Cyclic};
    if (is_simulated) return {asked};
    return {Order::Random, Order::Cyclic};
}

// How the series of an order is named.
const char* times_text(Method method, Order order) {
    if (!is_word_by_word(method)) return "time";
    return order == Order::Random ? kinds::times_in_random_order : kinds::times_in_cyclic_order;
}

struct RelationsOfOrder {
    Order order;
    std::vector<double> h, us; // medians of the batches
};

struct Relations {
    std::vector<RelationsOfOrder> by_order;
    bool measurable = true;
    bool arrived = true;
    Traffic moved; // by this rank
};

struct OneRelation {
    long long h;
    Order order;
};

// All h, in each of the orders.
std::vector<OneRelation> relations_to_measure(const std::vector<long long>& sizes,
                                              const std::vector<Order>& orders) {
    std::vector<OneRelation> all;
    for (const Order order : orders)
        for (const long long h : sizes)
            all.push_back({h, order});
    return all;
}

// Each batch covers all h in all orders, so that a temporary disturbance affects all relations a little,
// instead of some of them a lot.
class RelationTimes {
public:
    RelationTimes(const BspBench& asked, HRelation& relation, const std::vector<OneRelation>& all,
                  std::int64_t step_ns, KernelTrace& recorded)
        : asked_(asked), relation_(relation), step_ns_(step_ns), all_(all), ns_(all.size()),
          supersteps_(all.size(), 1), recorded_(recorded), samples_(all.size()) {
        for (const OneRelation& one : all)
            parts_.push_back(recorded.communicating(concat(
                relation_group(one.h, all.back().h), one.order == Order::Random ? ", random order" : "")));
    }

    Relations measure() {
        Relations found;
        const long long first = is_simulated ? 0 : -1; // batch -1 determines the number of repetitions
        const long long batches = is_simulated ? 1 : asked_.batches;
        for (long long batch = first; batch < batches && found.measurable; ++batch) {
            for (std::size_t k = 0; k < all_.size() && found.measurable; ++k) {
                relation_.prepare(all_[k].h, mark(batch, k), all_[k].order);
                found.measurable = batch < 0 ? settle(k) : measure_batch(k, batch);
                if (the_session.verify) found.arrived = found.arrived && relation_.arrived();
            }
        }
        for (std::size_t k = 0; k < all_.size() && found.measurable; ++k) {
            if (found.by_order.empty() || found.by_order.back().order != all_[k].order)
                found.by_order.push_back({all_[k].order, {}, {}});
            found.by_order.back().h.push_back(static_cast<double>(all_[k].h));
            found.by_order.back().us.push_back(median_of(ns_[k]) * 1e-3);
        }
        found.moved = moved_;
        return found;
    }

private:
    static int mark(long long batch, std::size_t k) {
        return static_cast<int>((batch + 1) * 37 + static_cast<long long>(k)) & 4095;
    }

    std::int64_t time_supersteps(std::size_t k, long long count, long long recorded = 0) {
        Traffic of_one;
        relation_.align();
        const std::int64_t begin = now_ns();
        iterate(parts_[k], recorded, count, [&] { of_one = relation_.superstep(); });
        const std::int64_t ns = now_ns() - begin - the_session.clock_cost_ns;
        moved_ += of_one.times(count);
        return ns;
    }

    // All ranks use the number of repetitions that follows from rank 0's times.
    bool settle(std::size_t k) {
        const auto time = [&](long long count) {
            return static_cast<std::int64_t>(of_rank_0(static_cast<double>(time_supersteps(k, count))));
        };
        supersteps_[k] = repetitions_for(time, wanted_ns(), step_ns_, max_repetitions);
        return supersteps_[k] != 0;
    }

    bool measure_batch(std::size_t k, long long batch) {
        const long long batches = is_simulated ? 1 : asked_.batches;
        if (batch == 0)
            samples_[k] = recorded_.choose(supersteps_[k] * batches, records_of_superstep(k), most_recorded);
        const long long in_place = batch == 0 ? samples_[k].in_place : 0;
        const std::int64_t ns = std::max<std::int64_t>(1, time_supersteps(k, supersteps_[k], in_place));
        std::vector<double>& all = ns_[k];
        all.push_back(static_cast<double>(ns) / static_cast<double>(supersteps_[k]));
        if (batch + 1 == batches && samples_[k].extra > 0)
            time_supersteps(k, samples_[k].extra, samples_[k].extra);
        if (is_simulated) return true;
        const double least = *std::min_element(all.begin(), all.end());
        const long long next = next_repetitions(all.back(), least, wanted_ns(), step_ns_);
        supersteps_[k] = static_cast<long long>(of_rank_0(static_cast<double>(next)));
        return true;
    }

    // A message to and from each other rank, or one per word.
    long long records_of_superstep(std::size_t k) const {
        const bool is_by_words = asked_.method == "put" && !asked_.combine;
        return 8 + 3 * (the_session.ranks - 1) + (is_by_words ? 2 * all_[k].h : 0);
    }

    std::int64_t wanted_ns() const { return static_cast<std::int64_t>(asked_.seconds * 1e9); }

    const BspBench& asked_;
    HRelation& relation_;
    const std::int64_t step_ns_;
    const std::vector<OneRelation>& all_;
    std::vector<std::vector<double>> ns_; // time per superstep, by relation and batch
    std::vector<long long> supersteps_;   // number of supersteps in the next batch, by relation
    KernelTrace& recorded_;
    std::vector<Sample> samples_;         // by relation
    std::vector<trace::SiteIndex> parts_; // by relation
    Traffic moved_;
};

// -- results, on rank 0

bool fit(const RelationsOfOrder& relations, const Range& range, StraightLine& line) {
    const auto first =
        std::lower_bound(relations.h.begin(), relations.h.end(), static_cast<double>(range.h0)) -
        relations.h.begin();
    return fit_line(relations.h.data() + first, relations.us.data() + first,
                    relations.h.size() - static_cast<std::size_t>(first), line);
}

// g and l of a line, in flop and in time.
struct LineKinds {
    ResultKind g, l, g_time, l_time;
};
constexpr LineKinds of_first_order{kinds::g, kinds::l, kinds::g_time, kinds::l_time};
constexpr LineKinds of_cyclic_order{kinds::g_cyclic, kinds::l_cyclic, kinds::g_cyclic_time,
                                    kinds::l_cyclic_time};

void tell_line(const StraightLine& line, const LineKinds& names, const Rates& rates,
               const KernelResults& result) {
    if (rates.measurable) {
        result(names.g, line.slope * rates.r().mean);
        result(names.l, line.intercept * rates.r().mean);
    }
    result(names.g_time, line.slope);
    result(names.l_time, line.intercept);
}

void tell_relations(const Relations& relations, Method method, const Range& range, const Rates& rates,
                    const KernelResults& result) {
    if (!relations.measurable) return add_note("\\BSPBENCH: the clock is too coarse to measure g and l");
    for (const RelationsOfOrder& one : relations.by_order) {
        const bool is_first = &one == &relations.by_order.front();
        result.series(kinds::h_relation, {"h", "words"}, times_text(method, one.order), one.h, one.us);
        StraightLine line;
        if (!fit(one, range, line)) continue;
        tell_line(line, is_first ? of_first_order : of_cyclic_order, rates, result);
        if (!is_first) continue;
        result(kinds::fit_from, static_cast<double>(range.h0));
        result(kinds::fit_to, static_cast<double>(range.h1));
    }
}

} // namespace

void bspbench(const BspBench& asked, Site site) {
    const Scope scope(Construct::Bspbench, site);
    Method method = Method::Put;
    Order order = Order::Random;
    check(asked, method, order, site);
    const Range range = settled_range(asked, site);
    const std::vector<long long> sizes = relation_sizes(range.h0, range.h1, asked.relations);
    check_simulation(sizes, is_by_rank(method, asked.combine), site);
    const std::vector<OneRelation> all = relations_to_measure(sizes, orders_to_measure(method, order));
    SiteEntry& entry = count_call(Construct::Bspbench, site);
    kernel_channel();
    std::optional<KernelTrace> recorded;
    recorded.emplace(Construct::Bspbench, site, static_cast<long long>(all.size()));
    const std::int64_t step_ns = usable_clock_step("\\BSPBENCH", "r, g and l");
    if (step_ns == 0) return;
    const Rates rates = measure_rates(asked, step_ns, *recorded);
    const auto relation = make_h_relation(method, range.h1, asked.combine);
    const Relations relations = RelationTimes(asked, *relation, all, step_ns, *recorded).measure();
    entry.counted += relations.moved;
    verify(rates.holds, "bspbench: y[n-1] + z[n-1] after two DAXPYs of alternating sign", site);
    if (asked.levels) verify(rates.operations_hold, "bspbench: scalar operations and DGEMM are exact", site);
    if (the_session.verify)
        verify(relations.arrived, "bspbench: every rank got exactly h words, each from whom it should", site);
    if (the_session.rank == 0) {
        const KernelResults result(asked.name, site);
        tell_rates(rates, asked, result);
        tell_relations(relations, method, range, rates, result);
    }
    recorded.reset();
    synchronise(the_session.control);
}

} // namespace loop
