#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/bsp/beginning.h"
#include "kernels/bsp/h_relation.h"
#include "kernels/bsp/rates.h"
#include "kernels/bsp/relation_sizes.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/bsp/requests.h"
#include "kernels/bsp/step_batches.h"
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

void append(StepTimes& all, const StepTimes& more, std::size_t k) {
    all.us.push_back(more.us[k]);
    all.lower_us.push_back(more.lower_us[k]);
    all.upper_us.push_back(more.upper_us[k]);
}

struct RelationsOfOrder {
    Order order;
    std::vector<double> h;
    StepTimes times;
};

// All h, in each of the orders.
class Relations final : public TimedSteps {
public:
    Relations(HRelation& relation, const std::vector<long long>& sizes, const std::vector<Order>& orders,
              bool by_words)
        : relation_(relation), by_words_(by_words) {
        for (const Order order : orders)
            for (const long long h : sizes)
                all_.push_back({h, order});
    }

    std::size_t count() const override { return all_.size(); }
    std::string part(std::size_t k) const override {
        return concat(relation_group(all_[k].h, all_.back().h),
                      all_[k].order == Order::Random ? ", random order" : "");
    }
    void prepare(std::size_t k, int mark) override { relation_.prepare(all_[k].h, mark, all_[k].order); }
    void align() override { relation_.align(); }
    Traffic superstep() override { return relation_.superstep(); }
    bool arrived() const override { return relation_.arrived(); }
    // A message to and from each other rank, or one per word.
    long long records(std::size_t k) const override {
        return 8 + 3 * (the_session.ranks - 1) + (by_words_ ? 2 * all_[k].h : 0);
    }

    // `times`: one per relation.
    std::vector<RelationsOfOrder> by_order(const StepTimes& times) const {
        std::vector<RelationsOfOrder> found;
        for (std::size_t k = 0; k < times.us.size(); ++k) {
            if (found.empty() || found.back().order != all_[k].order)
                found.push_back({all_[k].order, {}, {}});
            found.back().h.push_back(static_cast<double>(all_[k].h));
            append(found.back().times, times, k);
        }
        return found;
    }

private:
    struct OneRelation {
        long long h;
        Order order;
    };

    HRelation& relation_;
    const bool by_words_; // each word is a message
    std::vector<OneRelation> all_;
};

// -- requests

// A simulated machine charges no time to the CPU for a request, and methods other than put make no request
// for each word.
bool measures_requests(const BspBench& asked, Method method) {
    return asked.requests && method == Method::Put && asked.combine && !is_simulated;
}

// -- results, on rank 0

bool fit(const RelationsOfOrder& relations, const Range& range, StraightLine& line) {
    const auto first =
        std::lower_bound(relations.h.begin(), relations.h.end(), static_cast<double>(range.h0)) -
        relations.h.begin();
    return fit_line(relations.h.data() + first, relations.times.us.data() + first,
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

// The medians of the batches, and their quartiles; a simulated machine makes one batch.
void tell_times(const ResultKind& kind, const KernelResults::Axis& x, const char* name,
                const std::vector<double>& x_values, const StepTimes& times, const KernelResults& result) {
    result.series(kind, x, name, x_values, times.us);
    if (is_simulated) return;
    result.series(kind, x, name, x_values, times.lower_us, kinds::lower_quartile);
    result.series(kind, x, name, x_values, times.upper_us, kinds::upper_quartile);
}

void tell_relations(const std::vector<RelationsOfOrder>& relations, Method method, const Range& range,
                    const Rates& rates, const KernelResults& result) {
    for (const RelationsOfOrder& one : relations) {
        const bool is_first = &one == &relations.front();
        tell_times(kinds::h_relation, {"h", "words"}, times_text(method, one.order), one.h, one.times,
                   result);
        StraightLine line;
        if (!fit(one, range, line)) continue;
        tell_line(line, is_first ? of_first_order : of_cyclic_order, rates, result);
        if (!is_first) continue;
        result(kinds::fit_from, static_cast<double>(range.h0));
        result(kinds::fit_to, static_cast<double>(range.h1));
    }
}

// One series for each operation and size: times over the number of requests.
void tell_requests(const std::vector<RequestStep>& all, const StepTimes& times, const KernelResults& result) {
    std::vector<double> counts;
    StepTimes of_counts;
    for (std::size_t k = 0; k < times.us.size(); ++k) {
        counts.push_back(static_cast<double>(all[k].count));
        append(of_counts, times, k);
        if (k + 1 < all.size() && all[k + 1].operation == all[k].operation &&
            all[k + 1].words == all[k].words)
            continue;
        const std::string name =
            concat(request_name(all[k].operation), kinds::words_separator, all[k].words, kinds::words_ending);
        tell_times(kinds::requests, {"h", "requests"}, name.c_str(), counts, of_counts, result);
        counts.clear();
        of_counts = {};
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
    SiteEntry& entry = count_call(Construct::Bspbench, site);
    kernel_channel();
    const std::vector<Order> orders = orders_to_measure(method, order);
    const std::vector<RequestStep> request_steps =
        measures_requests(asked, method) ? steps_of_requests(range.h1) : std::vector<RequestStep>();
    std::optional<KernelTrace> recorded; // before the relation, whose registrations take a superstep
    recorded.emplace(Construct::Bspbench, site,
                     static_cast<long long>(sizes.size() * orders.size() + request_steps.size()));
    const std::int64_t step_ns = usable_clock_step("\\BSPBENCH", "r, g and l");
    if (step_ns == 0) return;
    const Rates rates = measure_rates(asked, step_ns, *recorded);
    const auto relation = make_h_relation(method, range.h1, asked.combine);
    Relations relations(*relation, sizes, orders, method == Method::Put && !asked.combine);
    const Batches batches{asked.batches, asked.seconds, step_ns};
    const MeasuredSteps of_relations = measure_steps(relations, batches, *recorded);
    entry.counted += of_relations.moved;
    MeasuredSteps of_requests;
    if (!request_steps.empty()) {
        Requests requests(request_steps, site);
        of_requests = measure_steps(requests, batches, *recorded);
        entry.counted += of_requests.moved;
    }
    verify(rates.holds, "bspbench: y[n-1] + z[n-1] after two DAXPYs of alternating sign", site);
    if (asked.levels) verify(rates.operations_hold, "bspbench: scalar operations and DGEMM are exact", site);
    if (the_session.verify) {
        verify(of_relations.arrived, "bspbench: every rank got exactly h words, each from whom it should",
               site);
        if (!request_steps.empty())
            verify(of_requests.arrived, "bspbench: every request moved its words to their place", site);
    }
    if (the_session.rank == 0) {
        const KernelResults result(asked.name, site);
        tell_rates(rates, asked, result);
        if (of_relations.measurable)
            tell_relations(relations.by_order(of_relations.times), method, range, rates, result);
        else
            add_note("\\BSPBENCH: the clock is too coarse to measure g and l");
        if (of_requests.measurable) tell_requests(request_steps, of_requests.times, result);
    }
    recorded.reset();
    synchronise(the_session.control);
}

} // namespace loop
