// Compares LOOP's BSPlib with MPI's collectives, and bspbench's DAXPYs with a hand-written loop.
#include "kernels/bsp/daxpy.h"
#include "rounds.h"

#include <loop/loop.h>
#include <loop/patterns.h>

#include <algorithm>
#include <climits>
#include <random>

namespace {

const loop::Program loop_program("bsp", "bsp.loop", "0", loop::CommandLine::runtime, {}, {});

int me = 0;
int ranks = 1;
constexpr bench::Goal rows_goal{bench::Aim::AtMost, 1.2};
constexpr bench::Goal puts_goal{bench::Aim::AtMost, 2}; // in any order

// A line of the table, which may have a goal of its own.
void print(const std::string& name, const std::string& rival, const bench::Samples& samples,
           const bench::Goal& goal) {
    const bench::Measured ratio = bench::print_line(name, samples, goal);
    if (goal.aim != bench::Aim::None) bench::print_goal(name + " over " + rival, ratio, goal);
}

// Even a superstep without communication must exchange the message counts.
void supersteps() {
    std::vector<long long> out(static_cast<std::size_t>(ranks)), in(out);
    const auto counts = [&] {
        MPI_Alltoall(out.data(), 1, MPI_LONG_LONG, in.data(), 1, MPI_LONG_LONG, MPI_COMM_WORLD);
    };
    const auto empty = [] { bsp_sync(); };
    const bench::Samples samples = bench::measure(empty, counts);
    const bench::Samples barrier = bench::measure(empty, [] { MPI_Barrier(MPI_COMM_WORLD); });
    if (me != 0) return;
    print("an empty bsp_sync", "MPI_Alltoall", samples, bench::not_slower);
    print("an empty bsp_sync", "MPI_Barrier", barrier, {});
}

// Compares h puts of one word, in turn and in random order, and the same as one row per rank, with one
// exchange of all words.
void words(int h) {
    const auto count = static_cast<std::size_t>(h);
    std::vector<double> out(count, 1.0), in(count), target(2 * count + static_cast<std::size_t>(ranks));
    std::vector<int> counts(static_cast<std::size_t>(ranks)), places(counts);
    std::vector<int> receives(counts), receive_places(counts);
    int sent = 0, received = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto k = static_cast<std::size_t>(rank);
        places[k] = sent;
        receive_places[k] = received;
        sent += counts[k] = static_cast<int>(loop::patterns::h_relation_count(me, rank, ranks, h));
        received += receives[k] = static_cast<int>(loop::patterns::h_relation_count(rank, me, ranks, h));
    }
    std::vector<loop::patterns::PlacedWord> pattern;
    for (int i = 0; i < h; ++i)
        pattern.push_back(loop::patterns::h_relation_word(me, ranks, i));
    std::vector<loop::patterns::PlacedWord> shuffled = pattern;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(static_cast<unsigned>(me)));
    const std::size_t bytes = target.size() * sizeof(double);
    bsp_push_reg(target.data(), static_cast<long long>(bytes));
    bsp_sync();
    const auto put_words = [&](const std::vector<loop::patterns::PlacedWord>& words) {
        for (std::size_t i = 0; i < count; ++i)
            bsp_put(words[i].rank, &out[i], target.data(), words[i].index * 8, 8);
        bsp_sync();
    };
    const auto puts = [&] { put_words(pattern); };
    const auto random_puts = [&] { put_words(shuffled); };
    const auto exchange = [&] {
        MPI_Alltoallv(out.data(), counts.data(), places.data(), MPI_DOUBLE, in.data(), receives.data(),
                      receive_places.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    };
    // The cache lines of words that no one writes stay where they are. Puts store theirs anew in each
    // superstep, so this rival does, too, and reads what it has received.
    double step = 0, sum = 0;
    const auto exchange_new = [&] {
        step += 1;
        for (std::size_t i = 0; i < count; ++i)
            out[i] = step + static_cast<double>(i);
        exchange();
        for (const double word : in)
            sum += word;
    };
    const long long others = ranks - 1, stride = 8LL * ranks;
    const auto rows = [&] {
        for (std::size_t i = 0; i < static_cast<std::size_t>(others); ++i)
            loop::bsp_put_row(pattern[i].rank, &out[i], 8 * others, target.data(), pattern[i].index * 8,
                              stride, 8, counts[static_cast<std::size_t>(pattern[i].rank)]);
        bsp_sync();
    };
    const bench::Samples by_puts = bench::measure(puts, exchange);
    const bench::Samples by_random_puts = bench::measure(random_puts, exchange);
    const bench::Samples by_rows = bench::measure(rows, exchange);
    const bench::Samples over_new = bench::measure(random_puts, exchange_new);
    bsp_pop_reg(target.data());
    bsp_sync();
    asm volatile("" : : "x"(sum) : "memory"); // so that the compiler does not leave the reading out
    if (me != 0) return;
    const std::string name = " of " + std::to_string(h) + " words", rival = "MPI_Alltoallv";
    print("puts" + name, rival, by_puts, h >= 256 ? puts_goal : bench::Goal{});
    print("random puts" + name, rival, by_random_puts, h >= 256 ? puts_goal : bench::Goal{});
    print("random puts" + name + ", over new words", rival, over_new, {});
    print("rows" + name, rival, by_rows, rows_goal);
}

// The same loop on page-aligned vectors, as in LOOP, and on vectors where malloc puts them.
void rate(long long n, const char* where, double* x, double* y, double* z, const bench::Goal& goal = {}) {
    constexpr int iterations = 100;
    loop::runtime::bsp::Daxpy daxpy(n, iterations);
    const auto count = static_cast<std::size_t>(n);
    for (double* const vector : {x, y, z})
        std::fill(vector, vector + n, 1.0);
    double sign = 1;
    const auto by_hand = [&] {
        const double alpha = sign / 3, beta = sign * 4 / 9;
        sign = -sign;
        for (int iteration = 0; iteration < iterations; ++iteration) {
            for (std::size_t i = 0; i < count; ++i)
                y[i] += alpha * x[i];
            for (std::size_t i = 0; i < count; ++i)
                z[i] -= beta * x[i];
            asm volatile("" : : "r"(y), "r"(z) : "memory");
        }
    };
    const bench::Samples samples = bench::measure([&] { daxpy.pass(); }, by_hand);
    if (me == 0) print("DAXPYs of " + std::to_string(n) + ", " + where, "a loop by hand", samples, goal);
}

void rates(long long n) {
    const auto count = static_cast<std::size_t>(n);
    const auto page = [&] { return reinterpret_cast<double*>(bench::page_aligned(count * sizeof(double))); };
    rate(n, "by pages", page(), page(), page(), {bench::Aim::AtMost, 1.03});
    std::vector<double> x(count), y(count), z(count);
    rate(n, "anywhere", x.data(), y.data(), z.data());
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    if (me == 0) bench::print_header("us");
    bsp_begin(INT_MAX);
    supersteps();
    for (const int h : {16, 256, 1024, 4096})
        words(h);
    bsp_end();
    rates(1024);
    watched.end();
    loop::close0();
}
