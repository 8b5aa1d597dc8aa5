#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/one_sided.h"
#include "kernels/apexmap/open_shmem.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"
#include "kernels/apexmap/sequential.h"
#include "kernels/apexmap/two_sided.h"
#include "kernels/apexmap/values.h"
#include "kernels/asked.h"
#include "kernels/channel.h"
#include "kernels/cycles.h"
#include "kernels/over_ranks.h"
#include "kernels/results.h"
#include "measure/kept_results.h"
#include "output/notes.h"
#include "session/memory.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/kernels.h>
#include <loop/measure.h>
#include <loop/record_keys.h>

#include <algorithm>
#include <array>
#include <string>

namespace loop {

using namespace runtime;
using namespace runtime::apexmap;

namespace {

// -- arguments

void require_none(const std::string& refused, const Site& site) {
    require_of_call(refused.empty(), refused, site);
}

Parameters parameters_of(const ApexMap& asked, const Site& site) {
    Parameters p{asked};
    require_word("VERSION", asked.version, p.chosen_version,
                 {{"sequential", Version::Sequential},
                  {"basic", Version::Basic},
                  {"async", Version::Async},
                  {"rma", Version::Rma},
                  {"shmem", Version::Shmem}},
                 site);
    require_word("COMPUTE", asked.compute, p.chosen_compute,
                 {{"sum", Compute::Sum}, {"strict", Compute::Strict}, {"multiply-add", Compute::MultiplyAdd}},
                 site);
    return p;
}

bool same_on_all_ranks(const Parameters& p) {
    const auto real = [](auto value) { return static_cast<double>(value); };
    return runtime::same_on_all_ranks(
        std::array{real(p.m), real(p.l), p.alpha, real(p.i), real(p.n), real(p.b), real(p.smsg), real(p.nser),
                   real(p.chosen_version), real(p.chosen_compute), real(p.prefetch), real(p.shift),
                   real(p.warmup), real(p.last)});
}

// Returns the available memory per rank, including the memory of existing words.
double bytes_available() {
    return memory_for_each_rank(static_cast<double>(data_at_hand().real * word_bytes));
}

// Sets M if it is not given: the existing words, if they are whole blocks, else the default.
void settle_m(Parameters& p, double available) {
    if (p.m != 0) return;
    const Data& data = data_at_hand();
    if (data.words != nullptr && data.count >= p.l && data.count % p.l == 0) {
        p.m = data.count * the_session.ranks;
        return;
    }
    bool reduced = false;
    p.m = default_m(p, the_session.ranks, available, reduced);
    const long long words = words_of_rank(p, the_session.ranks);
    if (words >= usual_words) return;
    add_note(concat("\\APEXMAP: M is ", words, " words per rank instead of ", usual_words,
                    reduced ? concat(": each rank has ", bytes_text(available), " of memory")
                            : concat(": whole blocks of ", p.l, " words")));
}

// Waits for late ranks here, and excludes the preparation from the measurement.
Parameters settled(const ApexMap& asked, const Site& site) {
    const LongExcluded preparing;
    Parameters p = parameters_of(asked, site);
    require_of_call(same_on_all_ranks(p), "\\APEXMAP must have the same arguments on all ranks", site);
    require_none(refusal_of_version(p, has_shmem), site);
    require_none(refusal_of_limits(p), site);
    const double available = bytes_available();
    settle_m(p, available);
    require_none(refusal(p, the_session.ranks), site);
    require_none(refusal_of_memory(p, the_session.ranks, available), site);
    return p;
}

// -- measurement

Memory memory_of(const Parameters& p) {
    switch (p.chosen_version) {
    case Version::Rma:
        return Memory::Window;
    case Version::Shmem:
        return Memory::Symmetric;
    case Version::Sequential:
    case Version::Basic:
    case Version::Async:
        break;
    }
    return Memory::Private;
}

constexpr long long records_of_access = 14;
constexpr long long most_recorded = 200; // accesses

struct Measured {
    Counts counts;
    std::int64_t ns = 0;
    Traffic recorded; // of the accesses that are made only for the trace
};

// The index arrays of all repeats, computed before the clock starts, so that no rank waits while another one
// computes them.
struct Indices {
    std::vector<std::int64_t> starts;
    std::size_t of_repeat;
    std::size_t warmup;

    const std::int64_t* repeat(std::size_t number) const { return starts.data() + number * of_repeat; }
    std::size_t repeats() const { return starts.size() / of_repeat; }
};

Indices make_indices(const Parameters& p, const Data& data) {
    const bool global = is_global(p);
    const std::int64_t words = global ? p.m : data.count;
    const Stream stream{words,
                        p.l,
                        p.alpha,
                        global && p.shift ? data.first : 0,
                        static_cast<std::uint32_t>(the_session.rank + 1),
                        p.last};
    const auto of_repeat = static_cast<std::size_t>(indices_used(p));
    const auto warmup = static_cast<std::size_t>(p.warmup);
    return {draw(stream, of_repeat * (warmup + static_cast<std::size_t>(p.n))), of_repeat, warmup};
}

// The accesses of a rank that are made for the trace: a part of the last repeat once more.
struct Recording {
    Parts parts;
    std::size_t count;
};

Recording choose_recording(const Parameters& p, const Indices& indices, KernelTrace& trace) {
    const bool is_sequential = p.chosen_version == Version::Sequential;
    const long long of_repeat = static_cast<long long>(indices.of_repeat), all = p.n * of_repeat;
    const Sample sample = trace.choose(all, is_sequential ? 1 : records_of_access,
                                       is_sequential ? of_repeat : std::min(of_repeat, most_recorded));
    const bool is_one_sided = memory_of(p) != Memory::Private;
    const char* const remote = is_one_sided ? "one-sided gets" : "requests and answers";
    const Parts parts{trace.computing("local accesses"), trace.communicating(remote),
                      trace.computing("sums of answers")};
    // No access that is measured is recorded: requests are on their way at any time.
    const long long percent = std::max(1LL, all / 100);
    return {parts, static_cast<std::size_t>(std::min(sample.extra + sample.in_place, percent))};
}

// Every rank has finished its accesses, and none has begun the next ones: all messages are recorded.
template <class Kernel>
Traffic make_recording(Kernel& kernel, const Indices& indices, const Recording& recording) {
    if (recording.count == 0) return {};
    kernel.forget_counts();
    synchronise(the_session.control);
    const RecordedPart part(recording.parts.accesses);
    kernel.access(indices.repeat(indices.repeats() - 1), recording.count);
    kernel.finish();
    return kernel.counts().traffic;
}

template <class Kernel>
Measured run(Kernel&& kernel, const Indices& indices, const Recording& recording) {
    {
        const LongExcluded warming_up;
        for (std::size_t repeat = 0; repeat < indices.warmup; ++repeat)
            kernel.access(indices.repeat(repeat), indices.of_repeat);
        kernel.finish();
        kernel.forget_counts();
        synchronise(the_session.control);
    }
    const std::int64_t begin = now_ns();
    for (std::size_t repeat = indices.warmup; repeat < indices.repeats(); ++repeat)
        kernel.access(indices.repeat(repeat), indices.of_repeat);
    kernel.finish();
    const std::int64_t end = now_ns();
    Measured measured{
        kernel.counts(), std::max<std::int64_t>(1, end - begin - the_session.clock_cost_ns), {}};
    measured.recorded = make_recording(kernel, indices, recording);
    return measured;
}

Measured run_version(const Parameters& p, const Data& data, const Indices& indices,
                     const Recording& recording) {
    switch (p.chosen_version) {
    case Version::Sequential:
        return run(Sequential(p, data), indices, recording);
    case Version::Rma:
        return run(OneSided(p, data, recording.parts), indices, recording);
    case Version::Shmem:
        if constexpr (has_shmem) return run(ShmemGets(p, data, recording.parts), indices, recording);
        break;
    case Version::Basic:
    case Version::Async:
        break;
    }
    return run(TwoSided(p, data, kernel_channel(), recording.parts), indices, recording);
}

double expected_sum(const Parameters& p, const Data& data, const Indices& indices) {
    std::int64_t sum = 0;
    for (std::size_t k = indices.warmup * indices.of_repeat; k < indices.starts.size(); ++k)
        sum += block_sum(is_global(p) ? indices.starts[k] : data.first + indices.starts[k], p.l);
    return static_cast<double>(sum) * (p.chosen_compute == Compute::MultiplyAdd ? factor : 1);
}

// -- results

void tell(const Parameters& p, const Measured& measured, const KernelResults& result) {
    const auto words = static_cast<double>(words_accessed(p));
    const double ns = static_cast<double>(measured.ns);
    const double hertz = time_stamp_hertz();
    result(kinds::word_time, ns / words);
    if (hertz > 0) result(kinds::word_cycles, ns / words * hertz * 1e-9);
    result(kinds::process_bandwidth, words * word_bytes * 1e3 / ns);
    const double blocks = words / static_cast<double>(p.l);
    result(kinds::remote_fraction, 100 * static_cast<double>(measured.counts.remote) / blocks);
    result(kinds::requests_served, static_cast<double>(measured.counts.served));
    result(kinds::waits, static_cast<double>(measured.counts.waits));

    const int ranks = the_session.ranks;
    const double mean_ns = mean_over_ranks(ns);
    const double most_ns = max_over_ranks(ns);
    if (the_session.rank != 0) return;
    result(kinds::mean_word_time, mean_ns / words);
    if (hertz > 0) {
        result(kinds::mean_word_cycles, mean_ns / words * hertz * 1e-9);
        result(kinds::time_stamp_frequency, hertz * 1e-6);
    }
    result(kinds::aggregate_bandwidth, ranks * words * word_bytes * 1e3 / most_ns);
    if (is_global(p) && p.shift)
        result(kinds::remote_expected, 100 * expected_remote_fraction(p.alpha, words_of_rank(p, ranks) / p.l,
                                                                      blocks_drawn(p.m / p.l, p.last)));
}

// Called on rank 0. `exact`: the sums of all ranks were exact.
void keep(const Parameters& p, const KernelResults& results, bool exact) {
    Json line = kept_line("APEXMAP", std::string(p.name));
    line.boolean(keys::failed, !exact);
    line.open_object(keys::arguments).integer("ranks", the_session.ranks);
    line.text("version", std::string(p.version)).text("compute", std::string(p.compute));
    line.integer("M", p.m).integer("L", p.l).number("alpha", p.alpha).integer("I", p.i).integer("N", p.n);
    line.integer("B", p.b).integer("SMSG", p.smsg).integer("NSER", p.nser).boolean("shift", p.shift);
    line.integer("prefetch", p.prefetch).integer("warmup", p.warmup).boolean("last", p.last).close_object();
    line.open_object(keys::results);
    for (const auto& [what, value] : results.told())
        line.number(what.c_str(), value);
    keep_results(line.close_object().close_object());
}

} // namespace

void apexmap(const ApexMap& asked, Site site) {
    const Scope scope(Construct::Apexmap, site);
    const Parameters p = settled(asked, site);
    const Data* data = nullptr;
    Indices indices;
    {
        const LongExcluded preparing;
        const long long own = words_of_rank(p, the_session.ranks);
        data = &provide_data(the_session.rank * own, own, p.l, memory_of(p));
        indices = make_indices(p, *data);
        time_stamp_hertz();
        synchronise(the_session.control);
    }
    KernelTrace trace(Construct::Apexmap, site, 1);
    const Measured measured = run_version(p, *data, indices, choose_recording(p, indices, trace));
    const Excluded telling;
    detail::count_flops(static_cast<double>(words_accessed(p)) *
                        (p.chosen_compute == Compute::MultiplyAdd ? 2 : 1));
    SiteEntry& entry = count_call(Construct::Apexmap, site);
    entry.counted += measured.counts.traffic;
    entry.counted += measured.recorded;
    const KernelResults results(asked.name, site);
    tell(p, measured, results);
    const bool exact = !detail::executes_work || measured.counts.sum == expected_sum(p, *data, indices);
    verify(exact, "Apex-Map: the sum of all words read is exact", site);
    const bool all_exact = min_over_ranks(exact ? 1 : 0) > 0;
    if (the_session.rank == 0) keep(p, results, all_exact);
    synchronise(the_session.control);
}

} // namespace loop
