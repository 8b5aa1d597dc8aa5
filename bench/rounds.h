#pragma once

// Compares LOOP with a baseline in one run, in rounds of alternating order. Prints the medians over the
// rounds, and the ratio of the medians with its 95 % interval. A disturbance that lasts longer than a round
// affects both.

#include "medians.h"
#include "watched.h"

#include <mpi.h>

#include <algorithm>
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

// Prints a line of the table; with a goal, also the verdict unless it is met.
inline Measured print_line(const std::string& name, const Samples& samples, const Goal& goal = {}) {
    const Measured ratio = ratio_of_medians(samples);
    const Verdict verdict = judge(ratio, goal);
    const bool is_told = verdict == Verdict::Missed || verdict == Verdict::Undecided;
    std::printf("%-34s %10.3f %10.3f   %-6.3f %s%s%s\n", name.c_str(), median(samples.ours) * 1e6,
                median(samples.rival) * 1e6, ratio.value, interval_text(ratio).c_str(), is_told ? "  " : "",
                is_told ? verdict_word(verdict) : "");
    std::fflush(stdout);
    return ratio;
}

// The lines of a program that have one goal.
class Lines {
public:
    explicit Lines(std::string name, const Goal& goal = not_slower) : name_(std::move(name)), group_(goal) {}
    void print(const std::string& name, const Samples& samples) {
        group_.add(print_line(name, samples, group_.goal()));
    }
    void end() const { print_goal(name_, group_); }

private:
    std::string name_;
    Group group_;
};

// Memory like the runtime's own buffers: page-aligned and touched.
inline char* page_aligned(std::size_t bytes) {
    void* memory = nullptr;
    if (posix_memalign(&memory, 4096, bytes) != 0) std::abort();
    return static_cast<char*>(std::memset(memory, 0, bytes));
}

} // namespace bench
