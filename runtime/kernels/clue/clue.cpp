#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/asked.h"
#include "kernels/channel.h"
#include "kernels/clue/csv.h"
#include "kernels/clue/edges.h"
#include "kernels/clue/transition.h"
#include "kernels/clue/usage.h"
#include "kernels/clue/values.h"
#include "kernels/clue/verification.h"
#include "kernels/kernel_trace.h"
#include "kernels/over_ranks.h"
#include "kernels/results.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/kernels.h>
#include <loop/measure.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

namespace loop {

using namespace runtime;
using namespace runtime::clue;

namespace {

// -- arguments

Parameters parameters_of(const Clue& asked, const Site& site) {
    Parameters p;
    p.width = asked.width;
    p.height = asked.height == 0 ? asked.width : asked.height;
    p.iterations = asked.iterations;
    p.seed = static_cast<std::uint64_t>(asked.seed);
    require_word(
        "TYPE", asked.type, p.cell,
        {{"float", Cell::Float}, {"double", Cell::Double}, {"int32", Cell::Int32}, {"int64", Cell::Int64}},
        site);
    require_word(
        "NEIGHBOURS", asked.neighbours, p.neighbours,
        {{"eight", Neighbors::Eight}, {"four", Neighbors::Four}, {"scattered", Neighbors::Scattered}}, site);
    require_word("EDGES", asked.edges, p.edges, {{"rows", Edges::Rows}, {"cells", Edges::Cells}}, site);
    require_word("ORDER", asked.order, p.order, {{"numeric", Order::Numeric}, {"random", Order::Random}},
                 site);
    require_word("UPDATE", asked.update, p.update,
                 {{"swapped", Update::Swapped}, {"in-place", Update::InPlace}}, site);
    require_word("INDICES", asked.indices, p.indices,
                 {{"direct", Indices::Direct}, {"modulo", Indices::Modulo}}, site);
    return p;
}

bool same_on_all_ranks(const Parameters& p) {
    const auto number = [](auto value) { return static_cast<long long>(value); };
    return runtime::same_on_all_ranks(std::array{p.width, p.height, p.iterations, number(p.cell),
                                                 number(p.neighbours), number(p.edges), number(p.order),
                                                 number(p.update), number(p.indices), number(p.seed)});
}

Parameters settled(const Clue& asked, const Site& site) {
    const LongExcluded asking;
    const Parameters p = parameters_of(asked, site);
    require_of_call(same_on_all_ranks(p), "\\CLUE must have the same arguments on all ranks", site);
    for (const std::string& refused : {refusal(p), refusal_of_memory(p, memory_for_each_rank(0))})
        require_of_call(refused.empty(), refused, site);
    return p;
}

// -- measurement

constexpr long long most_recorded = 200; // iterations

struct Measured {
    double seconds = 0;
    Usage usage;
};

// A rank's part of a grid of cells. On a simulated machine that does not compute, one row represents all:
// only the messages are real.
template <class T>
class Automaton {
public:
    Automaton(const Parameters& p, const Place& place)
        : p_(p), strip_(p.width, is_modelled() ? 1 : p.height, p.update), place_(place),
          trade_(place, p.edges, sizeof(T), static_cast<std::size_t>(p.width), kernel_channel()) {}

    void fill() {
        std::uint64_t cell = first_cell();
        for (long long i = 0; i < strip_.rows(); ++i) {
            for (long long j = 0; j < p_.width; ++j)
                strip_.row(i)[j] = first_value<T>(p_.seed, cell++);
            strip_.close(i);
        }
    }

    Measured run(KernelTrace& trace) {
        const trace::SiteIndex edges = trace.communicating("edges"), cells = trace.computing("cells");
        const long long every =
            trace.every(p_.iterations, records_of_step(), least_ns_of_step(), most_recorded);
        const Usage usage = usage_now();
        const std::int64_t begin = now_ns();
        for (long long iteration = 0; iteration < p_.iterations; ++iteration)
            step(every > 0 && iteration % every == 0, edges, cells);
        const std::int64_t ns = now_ns() - begin - the_session.clock_cost_ns;
        return {seconds(std::max<std::int64_t>(1, ns)), usage_now() - usage};
    }

    double sum() const { return sum_of(strip_); }
    const Traffic& counted() const { return trade_.counted(); }
    void verify(double first_sum, const Site& site) const {
        if (!is_modelled()) verify_strip(p_, strip_, place_, first_sum, site);
    }

private:
    static bool is_modelled() { return is_simulated && !loop::detail::executes_work; }

    std::uint64_t first_cell() const {
        return static_cast<std::uint64_t>(place_.position) * static_cast<std::uint64_t>(p_.height) *
               static_cast<std::uint64_t>(p_.width);
    }

    long long messages_of_step() const {
        if (the_session.ranks == 1) return 0;
        return p_.edges == Edges::Rows ? 2 : 2 * p_.width;
    }
    long long records_of_step() const { return 4 + 3 * messages_of_step(); }
    double least_ns_of_step() const {
        constexpr double of_cell = 0.1, of_message = 200;
        return of_cell * static_cast<double>(p_.width) * static_cast<double>(p_.height) +
               of_message * static_cast<double>(messages_of_step());
    }

    void step(bool recorded, trace::SiteIndex edges, trace::SiteIndex cells) {
        std::optional<RecordedPart> part;
        if (recorded) part.emplace(edges);
        const long long rows = strip_.rows();
        trade_({strip_.row(0), strip_.row(rows - 1), strip_.row(-1), strip_.row(rows)});
        part.reset();
        if (recorded) part.emplace(cells, true);
        charge(rate_name(p_.cell),
               static_cast<double>(p_.width) * static_cast<double>(p_.height) * operations_of_transition(p_));
        if (is_modelled()) return;
        strip_.close(-1);
        strip_.close(rows);
        if (p_.update == Update::Swapped) strip_.swap();
        transition(strip_, p_, first_cell());
    }

    const Parameters& p_;
    Strip<T> strip_;
    Place place_;
    EdgeTrade trade_;
};

// -- results

OverRanks over_ranks(double value) {
    const double mean = mean_over_ranks(value);
    const double variance = mean_over_ranks((value - mean) * (value - mean));
    return {mean, std::sqrt(variance), min_over_ranks(value), max_over_ranks(value)};
}

// Records average and standard deviation over the ranks, on rank 0. Each rank also records its own value, for
// min and max.
void record(const KernelResults& result, const ResultKind& kind, double value, Execution& execution) {
    result(kind, value);
    execution.metrics.emplace_back(kind, over_ranks(value));
    const OverRanks& all = execution.metrics.back().second;
    if (the_session.rank != 0) return;
    result(kind, all.mean, kinds::average);
    result(kind, all.deviation, kinds::deviation);
}

Execution execution_of(const Parameters& p, const Measured& measured, const KernelResults& result) {
    Execution execution{the_session.ranks, 0, transitions_of_rank(p), {}};
    record(result, kinds::wall_time, measured.seconds, execution);
    execution.seconds = execution.metrics[0].second.max;
    if (is_simulated) return execution;
    record(result, kinds::user_time, measured.usage.user_seconds, execution);
    record(result, kinds::system_time, measured.usage.system_seconds, execution);
    record(result, kinds::page_faults, measured.usage.page_faults, execution);
    record(result, kinds::context_switches, measured.usage.context_switches, execution);
    return execution;
}

// The head comes before the first line of a process.
void print_csv(const Clue& asked, const Execution& execution) {
    static bool has_head = false;
    const std::string text = (has_head ? "" : csv_head() + "\n") + csv_line(asked, execution) + "\n";
    has_head = true;
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void tell(const Clue& asked, const Parameters& p, const Measured& measured, const KernelResults& result) {
    const Execution execution = execution_of(p, measured, result);
    if (the_session.rank != 0) return;
    result(kinds::transitions, execution.transitions / execution.seconds * 1e-6);
    result(kinds::net_transitions, the_session.ranks * execution.transitions / execution.seconds * 1e-6);
    if (settings().by_hand) print_csv(asked, execution);
}

template <class T>
void run(const Clue& asked, const Parameters& p, const Site& site) {
    std::optional<Automaton<T>> automaton;
    std::optional<KernelTrace> trace;
    double first_sum = 0;
    {
        // Neither the arrays nor the communicator of the kernels, which the first call creates, are measured:
        // the phase of a call takes as long as its iterations, on any number of ranks.
        const LongExcluded preparing;
        automaton.emplace(p,
                          place_of(the_session.rank, ranks_by_position(p.order, p.seed, the_session.ranks)));
        trace.emplace(Construct::Clue, site, 1);
        automaton->fill();
        if (the_session.verify) first_sum = automaton->sum();
        begin_together();
    }
    const Measured measured = automaton->run(*trace);
    const Excluded telling;
    detail::count_flops(transitions_of_rank(p) * operations_of_transition(p));
    count_call(Construct::Clue, site).counted += automaton->counted();
    tell(asked, p, measured, KernelResults(asked.name, site));
    if (the_session.verify) automaton->verify(first_sum, site);
    automaton.reset();
    synchronise(the_session.control);
}

} // namespace

void clue(const Clue& asked, Site site) {
    const Scope scope(Construct::Clue, site);
    const Parameters p = settled(asked, site);
    switch (p.cell) {
    case Cell::Float:
        return run<float>(asked, p, site);
    case Cell::Double:
        return run<double>(asked, p, site);
    case Cell::Int32:
        return run<std::int32_t>(asked, p, site);
    case Cell::Int64:
        return run<std::int64_t>(asked, p, site);
    }
}

} // namespace loop
