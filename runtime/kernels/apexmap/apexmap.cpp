#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/apexmap/batches.h"
#include "kernels/apexmap/data.h"
#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/one_sided.h"
#include "kernels/apexmap/one_sided_updates.h"
#include "kernels/apexmap/open_shmem.h"
#include "kernels/apexmap/pages.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/parts.h"
#include "kernels/apexmap/sequential.h"
#include "kernels/apexmap/sums.h"
#include "kernels/apexmap/two_sided.h"
#include "kernels/apexmap/values.h"
#include "kernels/asked.h"
#include "kernels/channel.h"
#include "kernels/cycles.h"
#include "kernels/over_ranks.h"
#include "kernels/results.h"
#include "measure/kept_results.h"
#include "output/notes.h"
#include "session/caches.h"
#include "session/concat.h"
#include "session/memory.h"
#include "session/settings.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/fnv.h>
#include <loop/kernels.h>
#include <loop/measure.h>
#include <loop/record_keys.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace loop {

using namespace runtime;
using namespace runtime::apexmap;

namespace {

// -- arguments

void require_none(const std::string& refused, const Site& site) {
    require_of_call(refused.empty(), refused, site);
}

// A simulated machine gives the same results in every launch.
long long seed_of_launch() {
    return is_simulated ? 1 : static_cast<long long>(fnv1a64(settings().launch) >> 33) + 1;
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
    require_word("STREAMS", asked.streams, p.chosen_streams,
                 {{"independent", Streams::Independent}, {"published", Streams::Published}}, site);
    require_word("STYLE", asked.style, p.chosen_style,
                 {{"read", Style::Read}, {"update", Style::Update}, {"chain", Style::Chain}}, site);
    require_word("PAGES", asked.pages, p.chosen_pages, {{"default", Pages::Default}, {"huge", Pages::Huge}},
                 site);
    if (p.seed == 0) p.seed = seed_of_launch();
    if (p.intensity > 1 && p.chosen_compute == Compute::Sum) {
        p.chosen_compute = Compute::MultiplyAdd;
        p.compute = "multiply-add"; // what is saved says what was computed
    }
    return p;
}

bool same_on_all_ranks(const Parameters& p) {
    const auto real = [](auto value) { return static_cast<double>(value); };
    return runtime::same_on_all_ranks(std::array{real(p.m),
                                                 real(p.l),
                                                 p.alpha,
                                                 real(p.i),
                                                 real(p.n),
                                                 real(p.b),
                                                 real(p.smsg),
                                                 real(p.nser),
                                                 real(p.chosen_version),
                                                 real(p.chosen_compute),
                                                 real(p.prefetch),
                                                 real(p.shift),
                                                 real(p.warmup),
                                                 real(p.last),
                                                 p.seconds,
                                                 real(p.seed),
                                                 real(p.chosen_streams),
                                                 real(p.chosen_style),
                                                 real(p.chosen_pages),
                                                 real(p.intensity)});
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
    require_none(refusal_of_style(p), site);
    require_none(refusal_of_intensity(p), site);
    require_none(refusal_of_pages(p), site);
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

constexpr double least_in_huge_pages = 0.9; // of the words, if a rank asks for them
constexpr long long records_of_access = 14;
constexpr long long most_recorded = 200; // accesses

struct Measured {
    Counts counts;          // of all batches
    std::vector<double> ns; // of this rank, for each batch
    bool exact = true;      // the sums of all batches
    Traffic recorded;       // of the accesses that are made only for the trace
    double blocks = 0;      // that this rank has accessed, with warm-ups and those for the trace

    double median_ns() const { return median_of(ns); }
    double batches() const { return static_cast<double>(ns.size()); }
};

// The addresses of a rank, batch after batch.
class Addresses {
public:
    Addresses(const Parameters& p, const Data& data)
        : global_(is_global(p)), first_(global_ ? 0 : data.first), length_(p.l),
          published_(p.chosen_streams == Streams::Published), of_repeat_(indices_used(p)),
          warmup_(static_cast<std::size_t>(p.warmup)), stream_{global_ ? p.m : data.count,
                                                               p.l,
                                                               p.alpha,
                                                               global_ && p.shift ? data.first : 0,
                                                               static_cast<std::uint32_t>(the_session.rank +
                                                                                          1),
                                                               p.last},
          publisheds_(stream_.seed), independents_(static_cast<std::uint64_t>(p.seed), stream_.seed),
          starts_(of_repeat_ * (warmup_ + static_cast<std::size_t>(p.n))) {}

    // Before the clock starts, so that no rank waits while another one computes them.
    void draw_batch() {
        published_ ? draw_next(stream_, publisheds_, starts_) : draw_next(stream_, independents_, starts_);
    }
    std::size_t of_repeat() const { return of_repeat_; }
    std::size_t warmup() const { return warmup_; } // repeats, which come first
    std::size_t repeats() const { return starts_.size() / of_repeat_; }
    const std::int64_t* repeat(std::size_t number) const { return starts_.data() + number * of_repeat_; }

    // Returns the sum of the words that the timed repeats of the batch read.
    double expected_sum() const {
        std::int64_t sum = 0;
        for (std::size_t k = warmup_ * of_repeat_; k < starts_.size(); ++k)
            sum += block_sum(first_ + starts_[k], length_);
        return static_cast<double>(sum);
    }

private:
    bool global_;
    std::int64_t first_, length_;
    bool published_;
    std::size_t of_repeat_, warmup_;
    Stream stream_;
    Uniform publisheds_;
    IndependentUniform independents_;
    std::vector<std::int64_t> starts_;
};

// The accesses of a rank that are made for the trace: a part of the last repeat once more.
struct Recording {
    Parts parts;
    std::size_t count;
};

Recording choose_recording(const Parameters& p, KernelTrace& trace) {
    const bool is_sequential = p.chosen_version == Version::Sequential;
    const long long of_repeat = indices_used(p), all = p.n * of_repeat;
    const Sample sample = trace.choose(all, is_sequential ? 1 : records_of_access,
                                       is_sequential ? of_repeat : std::min(of_repeat, most_recorded));
    const bool is_one_sided = memory_of(p) != Memory::Private;
    const char* const remote = p.chosen_style == Style::Update ? "one-sided updates"
                               : is_one_sided                  ? "one-sided gets"
                                                               : "requests and answers";
    const Parts parts{trace.computing("local accesses"), trace.communicating(remote),
                      trace.computing("sums of answers")};
    // No access that is measured is recorded: requests are on their way at any time.
    const long long percent = std::max(1LL, all / 100);
    return {parts, static_cast<std::size_t>(std::min(sample.extra + sample.in_place, percent))};
}

// Every rank has finished its accesses, and none has begun the next ones: all messages are recorded.
template <class Kernel>
Traffic make_recording(Kernel& kernel, const Addresses& addresses, const Recording& recording) {
    if (recording.count == 0) return {};
    kernel.forget_counts();
    synchronise(the_session.control);
    const RecordedPart part(recording.parts.accesses);
    kernel.access(addresses.repeat(addresses.repeats() - 1), recording.count);
    kernel.finish();
    return kernel.counts().traffic;
}

// Every batch is a whole measurement: new addresses, a warm-up, and the timed repeats.
template <class Kernel>
void measure_batch(Kernel& kernel, Addresses& addresses, Measured& measured) {
    {
        const LongExcluded preparing;
        addresses.draw_batch();
        for (std::size_t repeat = 0; repeat < addresses.warmup(); ++repeat)
            kernel.access(addresses.repeat(repeat), addresses.of_repeat());
        kernel.finish();
        kernel.forget_counts();
        synchronise(the_session.control);
    }
    const std::int64_t begin = now_ns();
    for (std::size_t repeat = addresses.warmup(); repeat < addresses.repeats(); ++repeat)
        kernel.access(addresses.repeat(repeat), addresses.of_repeat());
    kernel.finish();
    const std::int64_t end = now_ns();
    measured.ns.push_back(
        static_cast<double>(std::max<std::int64_t>(1, end - begin - the_session.clock_cost_ns)));
}

double words_factor(const Parameters& p) {
    return Arithmetic(p.chosen_compute, p.intensity).factor_of_word();
}

// Rank 0 decides for all. A simulated machine takes the same time for every batch.
long long batches_to_come(const Parameters& p, const Measured& measured, std::int64_t begin) {
    if (is_simulated || p.seconds == 0) return measured.ns.empty() ? 1 : 0;
    const LongExcluded deciding;
    const double timed = std::accumulate(measured.ns.begin(), measured.ns.end(), 0.0) * 1e-9;
    const Progress seen{p.seconds, timed, seconds(now_ns() - begin), measured.ns};
    return static_cast<long long>(
        of_rank_0(the_session.rank == 0 ? static_cast<double>(more_batches(seen)) : 0));
}

// Updates are checked when all of them are done.
bool is_exact(const Parameters& p, const Counts& counts, const Addresses& addresses) {
    return p.chosen_style == Style::Update || !detail::executes_work ||
           counts.sum == words_factor(p) * addresses.expected_sum();
}

template <class Kernel>
Measured run(Kernel&& kernel, const Parameters& p, Addresses& addresses, const Recording& recording) {
    Measured measured;
    const std::int64_t begin = now_ns();
    while (const long long batches = batches_to_come(p, measured, begin)) {
        for (long long batch = 0; batch < batches; ++batch) {
            measure_batch(kernel, addresses, measured);
            const LongExcluded checking;
            const Counts counts = kernel.counts();
            measured.exact = measured.exact && is_exact(p, counts, addresses);
            measured.counts += counts;
        }
    }
    measured.recorded = make_recording(kernel, addresses, recording);
    measured.blocks = measured.batches() * static_cast<double>(addresses.of_repeat() * addresses.repeats()) +
                      static_cast<double>(recording.count);
    return measured;
}

Measured run_version(const Parameters& p, const Data& data, Addresses& addresses,
                     const Recording& recording) {
    switch (p.chosen_version) {
    case Version::Sequential:
        return run(Sequential(p, data), p, addresses, recording);
    case Version::Rma:
        if (p.chosen_style == Style::Update)
            return run(OneSidedUpdates(p, data, recording.parts), p, addresses, recording);
        return run(OneSided(p, data, recording.parts), p, addresses, recording);
    case Version::Shmem:
        if constexpr (has_shmem) return run(ShmemGets(p, data, recording.parts), p, addresses, recording);
        break;
    case Version::Basic:
    case Version::Async:
        break;
    }
    return run(TwoSided(p, data, kernel_channel(), recording.parts), p, addresses, recording);
}

// Collective. Returns whether all updates of all ranks have reached their words, and sets these back, so that
// later calls find the words that they expect.
bool settle_updates(const Parameters& p, const Measured& measured) {
    if (!detail::executes_work) return true;
    const LongExcluded checking;
    synchronise(the_session.control);
    const double wanted = sum_of_ranks(measured.blocks * static_cast<double>(p.l));
    const double found = sum_of_ranks(additions());
    restore_data();
    synchronise(the_session.control);
    return found == wanted;
}

// -- results

void tell(const Parameters& p, const Measured& measured, const KernelResults& result) {
    const auto words = static_cast<double>(words_accessed(p));
    const double ns = measured.median_ns();
    const double hertz = time_stamp_hertz();
    result(kinds::word_time, ns / words);
    if (hertz > 0) result(kinds::word_cycles, ns / words * hertz * 1e-9);
    result(kinds::process_bandwidth, words * word_bytes * 1e3 / ns);
    if (p.intensity > 1) result(kinds::process_flops, words * flops_of_word(p) * 1e3 / ns);
    const double blocks = measured.batches() * words / static_cast<double>(p.l);
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
    result(kinds::word_time_batches, measured.batches());
    const double width = width_of_median(measured.ns);
    if (width >= 0) result(kinds::word_time_interval, 100 * width);
    result(kinds::aggregate_bandwidth, ranks * words * word_bytes * 1e3 / most_ns);
    if (is_global(p) && p.shift)
        result(kinds::remote_expected, 100 * expected_remote_fraction(p.alpha, words_of_rank(p, ranks) / p.l,
                                                                      blocks_drawn(p.m / p.l, p.last)));
}

// Collective. Says how much of a rank's words is in huge pages, and adds a note if they were refused.
void tell_pages(const Parameters& p, const Data& data, const KernelResults& result) {
    if (data.huge_kib >= 0) result(kinds::huge_pages, data.huge_kib);
    const double least = min_over_ranks(data.huge_kib), bytes = static_cast<double>(data.real) * word_bytes;
    if (the_session.rank != 0 || p.chosen_pages != Pages::Huge || is_simulated) return;
    if (least * 1024 >= least_in_huge_pages * bytes) return;
    const std::string found =
        least < 0 ? "an unknown part is" : concat("only ", bytes_text(least * 1024), " are");
    add_note(concat("\\APEXMAP: PAGES is `huge`, but of the ", bytes_text(bytes), " of a rank, ", found,
                    " in huge pages: /sys/kernel/mm/transparent_hugepage/enabled must be `madvise` or "
                    "`always`, and a rank needs at least ",
                    bytes_text(huge_page_bytes)));
}

// What every rank may fill of each cache, in bytes; 0: unknown. Collective.
std::vector<double> shares_of_all_ranks() {
    std::vector<double> shares;
    for (const double share : caches_of_this_rank())
        shares.push_back(min_over_ranks(share));
    return shares;
}

// Called on rank 0. `exact`: the sums of all ranks were exact.
void keep(const Parameters& p, const KernelResults& results, bool exact, const std::vector<double>& caches) {
    Json line = kept_line("APEXMAP", std::string(p.name));
    line.boolean(keys::failed, !exact);
    line.open_object(keys::arguments).integer("ranks", the_session.ranks);
    line.text("version", std::string(p.version)).text("compute", std::string(p.compute));
    line.integer("M", p.m).integer("L", p.l).number("alpha", p.alpha).integer("I", p.i).integer("N", p.n);
    line.integer("B", p.b).integer("SMSG", p.smsg).integer("NSER", p.nser).boolean("shift", p.shift);
    line.integer("prefetch", p.prefetch).integer("warmup", p.warmup).boolean("last", p.last);
    line.number("seconds", p.seconds).integer("seed", p.seed);
    line.text("streams", std::string(p.streams)).text("style", std::string(p.style));
    line.text("pages", std::string(p.pages)).integer("intensity", p.intensity);
    for (std::size_t level = 0; level < caches.size(); ++level)
        line.number(concat("L", level + 1, " share").c_str(), caches[level]);
    line.close_object();
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
    std::optional<Addresses> addresses;
    {
        const LongExcluded preparing;
        const long long own = words_of_rank(p, the_session.ranks);
        data = &provide_data(the_session.rank * own, own, p.l, memory_of(p), p.chosen_pages == Pages::Huge);
        addresses.emplace(p, *data);
        time_stamp_hertz();
        synchronise(the_session.control);
    }
    KernelTrace trace(Construct::Apexmap, site, 1);
    Measured measured = run_version(p, *data, *addresses, choose_recording(p, trace));
    const bool updates = p.chosen_style == Style::Update;
    if (updates) measured.exact = settle_updates(p, measured);
    const Excluded telling;
    detail::count_flops(measured.batches() * static_cast<double>(words_accessed(p)) * flops_of_word(p));
    SiteEntry& entry = count_call(Construct::Apexmap, site);
    entry.counted += measured.counts.traffic;
    entry.counted += measured.recorded;
    const KernelResults results(asked.name, site);
    tell(p, measured, results);
    tell_pages(p, *data, results);
    verify(measured.exact,
           updates ? "Apex-Map: every update has reached its word"
                   : "Apex-Map: the sum of all words read is exact",
           site);
    const bool all_exact = min_over_ranks(measured.exact ? 1 : 0) > 0;
    const std::vector<double> caches = shares_of_all_ranks();
    if (the_session.rank == 0) keep(p, results, all_exact, caches);
    synchronise(the_session.control);
}

} // namespace loop
