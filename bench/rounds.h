#pragma once

// Compares LOOP with a baseline in one run, in rounds of alternating order. Prints the medians over the
// rounds, and the ratio of the medians with its 95 % interval. A disturbance that lasts longer than a round
// affects both.

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace bench {

// LOOP_BENCH_ROUNDS: fewer rounds, to try whether a program works.
inline int rounds_wanted() {
    const char* const asked = std::getenv("LOOP_BENCH_ROUNDS");
    return asked != nullptr ? std::max(1, std::atoi(asked)) : 31;
}
inline const int rounds = rounds_wanted();
constexpr double batch_seconds = 2e-3; // as long as about 100,000 clock readings

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// Seconds per operation in each round: ours[i] and rival[i] were measured one after the other.
struct Samples {
    std::vector<double> ours;
    std::vector<double> rival;
};

struct Ratio {
    double value;
    double low;
    double high;
};

// Bootstrap over the rounds, keeping pairs together. The seed is fixed, so that the same samples give the
// same interval.
inline Ratio ratio_of_medians(const Samples& samples) {
    constexpr int draws = 2000;
    const std::size_t n = samples.ours.size();
    std::uint64_t state = 88172645463325252u;
    std::vector<double> ratios;
    Samples drawn = samples;
    for (int draw = 0; draw < draws; ++draw) {
        for (std::size_t i = 0; i < n; ++i) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17; // xorshift64, Marsaglia 2003
            drawn.ours[i] = samples.ours[state % n];
            drawn.rival[i] = samples.rival[state % n];
        }
        ratios.push_back(median(drawn.ours) / median(drawn.rival));
    }
    std::sort(ratios.begin(), ratios.end());
    return {median(samples.ours) / median(samples.rival), ratios[draws / 40], ratios[draws - 1 - draws / 40]};
}

// Time per operation of a batch that all ranks start together; the slowest rank counts.
template <class Run>
double time_batch(int count, Run& run) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < count; ++i)
        run();
    double own = MPI_Wtime() - begin;
    double slowest = 0;
    MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest / count;
}

template <class Ours, class Rival>
Samples measure(Ours ours, Rival rival) {
    time_batch(3, ours);
    const double once = std::min(time_batch(10, rival), time_batch(10, rival));
    int count = static_cast<int>(std::min(1e6, std::max(3.0, batch_seconds / once)));
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    time_batch(count, ours);
    time_batch(count, rival);
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
        const bool ours_first = round % 2 == 0;
        const double first = ours_first ? time_batch(count, ours) : time_batch(count, rival);
        const double second = ours_first ? time_batch(count, rival) : time_batch(count, ours);
        samples.ours.push_back(ours_first ? first : second);
        samples.rival.push_back(ours_first ? second : first);
    }
    return samples;
}

inline void print_header(const char* title, const char* ours = "LOOP", const char* rival = "by hand") {
    std::printf("\n%-34s %10s %10s   %-6s %s\n", title, ours, rival, "ratio", "95 % interval");
}

inline Ratio print_line(const std::string& name, const Samples& samples) {
    const Ratio ratio = ratio_of_medians(samples);
    const char* verdict = ratio.low > 1.05 ? "  slower" : "";
    std::printf("%-34s %10.3f %10.3f   %-6.3f %.3f .. %.3f%s\n", name.c_str(), median(samples.ours) * 1e6,
                median(samples.rival) * 1e6, ratio.value, ratio.low, ratio.high, verdict);
    std::fflush(stdout);
    return ratio;
}

inline double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values)
        sum += std::log(value);
    return std::exp(sum / static_cast<double>(values.size()));
}

// Memory like the runtime's own buffers: page-aligned and touched.
inline char* page_aligned(std::size_t bytes) {
    void* memory = nullptr;
    if (posix_memalign(&memory, 4096, bytes) != 0) std::abort();
    return static_cast<char*>(std::memset(memory, 0, bytes));
}

} // namespace bench
