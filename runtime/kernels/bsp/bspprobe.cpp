#include "comm/sites.h"
#include "comm/synchronise.h"
#include "kernels/bsp/beginning.h"
#include "kernels/bsp/block_curve.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/bsp/supersteps.h"
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

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loop {

using namespace runtime;
using namespace runtime::bsp;

namespace {

using Word = std::uint32_t; // 32 bits, as in bspprobe
constexpr std::int64_t word_bytes = sizeof(Word);
constexpr int batches = 5;
constexpr long long max_words_factor = 8; // words per superstep of the shift: at most this factor times WORDS
constexpr int dot_passes = 20;
constexpr int product_passes = 10;

// -- arguments

long long shifted_words(const BspProbe& asked) {
    const long long others = std::max(1, the_session.ranks - 1);
    return asked.words * std::min(others, max_words_factor);
}

void check(const BspProbe& asked, const Site& site) {
    require_range("DOT", asked.dot, 1, 1LL << 40, site);
    require_range("MAT", asked.mat, 1, 1LL << 15, site);
    require_range("WORDS", asked.words, 1, 1LL << 30, site);
    require_range("BLOCK", asked.block, 1, asked.words, site);
    require_seconds(asked.seconds, site);
    const double of_words = 5.0 * static_cast<double>(asked.words) * (the_session.ranks + max_words_factor) *
                            static_cast<double>(word_bytes);
    const double of_vectors =
        is_simulated && !detail::executes_work
            ? 0
            : 8.0 * static_cast<double>(asked.dot) +
                  12.0 * static_cast<double>(asked.mat) * static_cast<double>(asked.mat);
    require_memory(of_words + of_vectors, "vectors, matrices and words", site);
}

// -- s

// Returns the operations per second on the slowest rank, or 0 if the clock is too coarse.
double rate(double flops, Construct kind, const std::function<void()>& work, double wanted_seconds,
            std::int64_t step_ns, trace::SiteIndex part) {
    const auto time = [&](long long count, long long recorded = 0) {
        const std::int64_t begin = now_ns();
        iterate(part, recorded, count, [&] {
            charge(kind, flops);
            if (detail::executes_work) work();
        });
        return now_ns() - begin - the_session.clock_cost_ns;
    };
    long long count = 1;
    if (!is_simulated) {
        count =
            repetitions_for(time, static_cast<std::int64_t>(wanted_seconds * 1e9), step_ns, max_repetitions);
        count = static_cast<long long>(of_rank_0(static_cast<double>(count)));
        if (count == 0) return 0;
    }
    synchronise(the_session.control);
    const double ns = max_over_ranks(static_cast<double>(time(count, count / 50 + 1)));
    return ns > 0 ? static_cast<double>(count) * flops / (ns * 1e-9) : 0;
}

// Passes alternate between forward and backward: a pass begins with the data that the previous one left in
// the cache.
class DotProduct {
public:
    explicit DotProduct(long long n)
        : x_(detail::executes_work ? static_cast<std::size_t>(n) : 1, 0.5F), y_(x_.size(), 2.0F),
          n_(static_cast<double>(n)) {}
    double flops() const { return 2.0 * dot_passes * n_; }
    void run() {
        sum_ = 0;
        for (int pass = 0; pass < dot_passes; ++pass) {
            float sum = 0;
            const std::size_t n = x_.size();
            if (pass % 2 == 0) {
                for (std::size_t i = 0; i < n; ++i)
                    sum += x_[i] * y_[i];
            } else {
                for (std::size_t i = n; i-- > 0;)
                    sum += x_[i] * y_[i];
            }
            sum_ += static_cast<double>(sum);
        }
    }
    // All products are 1; sums are exact up to 2^24.
    bool holds() const { return sum_ == dot_passes * std::min(n_, 16777216.0); }

private:
    std::vector<float> x_, y_;
    double n_;
    double sum_ = 0;
};

// C := C + A B^T, both operands in row-major order.
class Product {
public:
    explicit Product(long long n)
        : n_(static_cast<std::size_t>(n)), a_(n_ * n_, 1.0F), b_(n_ * n_, 0.25F), c_(n_ * n_) {}
    double flops() const {
        const auto n = static_cast<double>(n_);
        return 2.0 * product_passes * n * n * n;
    }
    void run() {
        std::fill(c_.begin(), c_.end(), 0.0F);
        for (int pass = 0; pass < product_passes; ++pass)
            for (std::size_t i = 0; i < n_; ++i)
                for (std::size_t j = 0; j < n_; ++j) {
                    float sum = 0;
                    for (std::size_t k = 0; k < n_; ++k)
                        sum += a_[i * n_ + k] * b_[j * n_ + k];
                    c_[i * n_ + j] += sum;
                }
    }
    bool holds() const {
        const float expected = product_passes * 0.25F * static_cast<float>(n_);
        return std::all_of(c_.begin(), c_.end(), [&](float value) { return value == expected; });
    }

private:
    std::size_t n_;
    std::vector<float> a_, b_, c_;
};

// -- l and g

constexpr long long most_recorded = 20; // supersteps

Sample choose_supersteps(KernelTrace& trace, long long supersteps) {
    return trace.choose(supersteps, 8 + 8LL * (the_session.ranks - 1), most_recorded);
}

// Returns the seconds per call of `repeated`: the median over batches. `over` combines the times of the ranks
// in each batch. Negative if it cannot be measured.
double seconds_of(const std::function<void()>& repeated, double wanted_seconds, std::int64_t step_ns,
                  double (*over)(double), KernelTrace& trace, const std::string& name) {
    const trace::SiteIndex part = trace.communicating(name);
    const auto time = [&](long long count, long long recorded = 0) {
        synchronise(the_session.control);
        const std::int64_t begin = now_ns();
        iterate(part, recorded, count, repeated);
        return now_ns() - begin - the_session.clock_cost_ns;
    };
    if (is_simulated) return over(static_cast<double>(time(1, choose_supersteps(trace, 1).in_place))) * 1e-9;
    const auto wanted_ns = static_cast<std::int64_t>(wanted_seconds * 1e9 / batches);
    const auto of_all = [&](long long count) {
        return static_cast<std::int64_t>(of_rank_0(static_cast<double>(time(count))));
    };
    long long count = repetitions_for(of_all, wanted_ns, step_ns, max_repetitions);
    if (count == 0) return -1;
    const Sample sample = choose_supersteps(trace, count * batches);
    std::vector<double> ns;
    for (int batch = 0; batch < batches; ++batch) {
        const long long in_place = batch == 0 ? sample.in_place : 0;
        ns.push_back(std::max(1.0, over(static_cast<double>(time(count, in_place)))) /
                     static_cast<double>(count));
        count = next_repetitions(ns.back(), *std::min_element(ns.begin(), ns.end()), wanted_ns, step_ns);
    }
    time(sample.extra, sample.extra);
    std::sort(ns.begin(), ns.end());
    return ns[batches / 2] * 1e-9;
}

// Runs supersteps that send words in blocks of any size, and verifies the received words.
class Blocks {
public:
    // `each`: send to all ranks, including this one; otherwise, only to the right neighbor. Adds the traffic
    // of the supersteps to `moved`.
    Blocks(long long words, bool each, Traffic& moved)
        : moved_(moved), supersteps_(kernel_channel()), words_(words), each_(each),
          out_(static_cast<std::size_t>(words)),
          in_(static_cast<std::size_t>(words * (each ? the_session.ranks : 1))) {
        for (std::size_t i = 0; i < out_.size(); ++i)
            out_[i] = value(the_session.rank, i);
        supersteps_.registrations().push(in_.data(), in_.size() * sizeof(Word));
        supersteps_.sync();
        supersteps_.registrations().find(in_.data(), slot_);
    }

    void superstep(long long block) {
        const int ranks = the_session.ranks;
        const int me = the_session.rank;
        if (each_) {
            for (int step = 1; step <= ranks; ++step)
                put((me + step) % ranks, me * words_, block);
        } else {
            put((me + 1) % ranks, 0, block);
        }
        moved_ += supersteps_.sync();
    }
    void bare() { moved_ += supersteps_.sync(); }
    void one_word() {
        supersteps_.hpput((the_session.rank + 1) % the_session.ranks, slot_, out_.data(), in_.data(), 0,
                          word_bytes);
        moved_ += supersteps_.sync();
    }

    void spoil() { std::fill(in_.begin(), in_.end(), ~Word{0}); }
    bool arrived() const {
        const int ranks = the_session.ranks;
        for (int sender = 0; sender < ranks; ++sender) {
            if (!each_ && (sender + 1) % ranks != the_session.rank) continue;
            const Word* const from = in_.data() + (each_ ? sender * words_ : 0);
            for (std::size_t i = 0; i < out_.size(); ++i)
                if (from[i] != value(sender, i)) return false;
        }
        return true;
    }

private:
    static Word value(int sender, std::size_t i) {
        return static_cast<Word>(sender + 1) * 0x9e3779b1U + static_cast<Word>(i);
    }
    void put(int pid, long long to, long long block) {
        for (long long begin = 0; begin < words_; begin += block)
            supersteps_.hpput(pid, slot_, out_.data() + begin, in_.data(), (to + begin) * word_bytes,
                              std::min(block, words_ - begin) * word_bytes);
    }

    Traffic& moved_;
    Supersteps supersteps_;
    long long words_;
    bool each_;
    std::vector<Word> out_, in_;
    Slot slot_ = 0;
};

struct Probed {
    double dot = 0, product = 0;          // operations per second
    double low = -1, high = -1;           // seconds
    std::vector<BlockPoint> local, total; // seconds per word
    bool computed = true;
    bool arrived = true;
    bool measurable = true;
    Traffic moved; // sent and received by this rank
};

void probe_rates(const BspProbe& asked, std::int64_t step_ns, const KernelTrace& trace, Probed& found) {
    DotProduct dot(asked.dot);
    found.dot = rate(
        dot.flops(), Construct::Scalprod, [&] { dot.run(); }, asked.seconds, step_ns,
        trace.computing("dot product"));
    Product product(asked.mat);
    found.product = rate(
        product.flops(), Construct::Matprod, [&] { product.run(); }, asked.seconds, step_ns,
        trace.computing("matrix product"));
    if (detail::executes_work) found.computed = dot.holds() && product.holds();
    found.measurable = found.dot > 0 && found.product > 0;
}

// Measures the time per word, without the time of a superstep with one word.
std::vector<BlockPoint> probe_blocks(Blocks& blocks, const char* pattern, const std::vector<long long>& sizes,
                                     double words_moved, const BspProbe& asked, std::int64_t step_ns,
                                     KernelTrace& trace, Probed& found) {
    std::vector<BlockPoint> points;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        const long long size = sizes[k];
        blocks.spoil();
        const double seconds =
            seconds_of([&] { blocks.superstep(size); }, asked.seconds, step_ns, max_over_ranks, trace,
                       concat(pattern, ", ", block_group(sizes, k)));
        if (seconds < 0) {
            found.measurable = false;
            return points;
        }
        points.push_back({size, (seconds - found.high) / words_moved});
        found.arrived = found.arrived && blocks.arrived();
    }
    return points;
}

void probe_supersteps(const BspProbe& asked, std::int64_t step_ns, KernelTrace& trace, Probed& found) {
    const long long shifted = shifted_words(asked);
    const double others = std::max(1, the_session.ranks - 1);
    {
        Blocks shift(shifted, false, found.moved);
        found.low = seconds_of([&] { shift.bare(); }, asked.seconds, step_ns, min_over_ranks, trace,
                               "empty supersteps");
        found.high = seconds_of([&] { shift.one_word(); }, asked.seconds, step_ns, min_over_ranks, trace,
                                "supersteps of one word");
        if (found.low < 0 || found.high < 0) return void(found.measurable = false);
        const bool capped = the_session.ranks - 1 > max_words_factor;
        found.local = probe_blocks(shift, "shift", block_sizes(capped ? shifted : asked.words, asked.block),
                                   static_cast<double>(shifted), asked, step_ns, trace, found);
    }
    Blocks exchange(asked.words, true, found.moved);
    found.total = probe_blocks(exchange, "total exchange", block_sizes(asked.words, asked.block),
                               static_cast<double>(asked.words) * others, asked, step_ns, trace, found);
}

// How often seconds_of() is called.
long long probed_parts(const BspProbe& asked) {
    return 2 + 2 * static_cast<long long>(block_sizes(asked.words, asked.block).size());
}

void report_blocks(const char* name, const std::vector<BlockPoint>& points, double flops_per_second,
                   const KernelResults& result) {
    std::vector<double> x, y;
    for (const BlockPoint& point : points) {
        x.push_back(static_cast<double>(point.words));
        y.push_back(point.g * flops_per_second);
    }
    result.series(kinds::g_over_blocks, {"block", "32-bit words"}, name, x, y);
}

void tell(const Probed& found, const KernelResults& result) {
    if (!found.measurable) return add_note("\\BSPPROBE: the clock is too coarse to measure s, l and g");
    const double s = (found.dot + found.product) / 2;
    const BlockFit local = fit_blocks(found.local);
    const BlockFit total = fit_blocks(found.total);
    result(kinds::s, s * 1e-6);
    result(kinds::s_dot, found.dot * 1e-6);
    result(kinds::s_matrix, found.product * 1e-6);
    result(kinds::l_low, found.low * s);
    result(kinds::l_high, found.high * s);
    result(kinds::l_high_time, found.high * 1e6);
    result(kinds::g_infinity, total.g_infinity * s);
    result(kinds::g_infinity_64, 2 * total.g_infinity * s);
    result(kinds::g_infinity_time, total.g_infinity * 1e6);
    result(kinds::n_half, total.n_half);
    result(kinds::g_infinity_shift, local.g_infinity * s);
    result(kinds::n_half_shift, local.n_half);
    report_blocks("shift", found.local, s, result);
    report_blocks("total exchange", found.total, s, result);
}

} // namespace

void bspprobe(const BspProbe& asked, Site site) {
    const Scope scope(Construct::Bspprobe, site);
    check(asked, site);
    SiteEntry& entry = count_call(Construct::Bspprobe, site);
    kernel_channel();
    std::optional<KernelTrace> trace;
    trace.emplace(Construct::Bspprobe, site, probed_parts(asked));
    const std::int64_t step_ns = usable_clock_step("\\BSPPROBE", "s, l and g");
    if (step_ns == 0) return;
    Probed found;
    probe_rates(asked, step_ns, *trace, found);
    if (found.measurable) probe_supersteps(asked, step_ns, *trace, found);
    entry.counted += found.moved;
    verify(found.computed, "bspprobe: dot product and matrix product are exact", site);
    if (the_session.verify) verify(found.arrived, "bspprobe: every word arrives where it should", site);
    if (the_session.rank == 0) tell(found, KernelResults(asked.name, site));
    trace.reset();
    synchronise(the_session.control);
}

} // namespace loop
