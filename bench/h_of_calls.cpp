// Measures what recording the h of each call costs (comm/sites.h: HOfCalls): the same h again, another h at
// each call, and another h after so many changes that no more are kept. A loop that only reads the h is
// measured in turn, and subtracted. The time of \EXCHANGE, which includes one recording, stands beside it.

#include "comm/sites.h"
#include "rounds.h"

#include <loop/loop.h>

namespace {

using loop::runtime::HOfCalls;

const loop::Program loop_program("h_of_calls", "h_of_calls.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int calls = 4000; // fewer than the changes that are kept
volatile long long h_of_call[2] = {8, 8};

// Nanoseconds per call.
template <class Call>
double time_calls(Call call) {
    const double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i)
        call(h_of_call[i % 2]);
    return (MPI_Wtime() - begin) * 1e9 / calls;
}

double time_reading() {
    long long sum = 0;
    const double ns = time_calls([&](long long h) { sum += h; });
    h_of_call[0] = sum > 0 ? 8 : 0;
    return ns;
}

double time_recording(long long other, bool is_full) {
    HOfCalls h;
    if (is_full)
        for (std::size_t i = 0; i <= HOfCalls::max_stretches; ++i)
            h.add(static_cast<long long>(i));
    h_of_call[1] = other;
    const double ns = time_calls([&](long long bytes) { h.add(bytes); });
    h_of_call[1] = h_of_call[0];
    if (!is_full && h.stretches().empty()) std::abort();
    return ns;
}

struct Kind {
    const char* name;
    long long other; // h of every second call; that of the others is 8
    bool is_full;
    std::vector<double> ns{};
};

void measure_recording() {
    std::vector<Kind> kinds{{"the same h again", 8, false},
                            {"another h at each call", 16, false},
                            {"another h, no more are kept", 16, true}};
    for (int round = -1; round < 10 * bench::rounds; ++round)
        for (Kind& kind : kinds) {
            const double reading = time_reading();
            const double ns = time_recording(kind.other, kind.is_full) - reading;
            if (round >= 0) kind.ns.push_back(ns);
        }
    std::printf("\n%-34s %10s\n", "recording the h of a call, ns", "median");
    for (const Kind& kind : kinds)
        std::printf("%-34s %10.2f\n", kind.name, bench::median(kind.ns));
    bench::print_goal(std::string("recording ") + kinds[1].name + ", ns", bench::median_of(kinds[1].ns),
                      {bench::Aim::AtMost, 10});
}

double time_exchange() {
    constexpr int exchanges = 1000;
    auto exchange = [] { loop::exchange(8, 1, 1); };
    std::vector<double> ns;
    for (int round = -1; round < bench::rounds; ++round) {
        const double seconds = bench::time_batch(exchanges, exchange);
        if (round >= 0) ns.push_back(seconds * 1e9);
    }
    return bench::median(ns);
}

} // namespace

int main() {
    int me = 0;
    loop::open0(nullptr, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    const double exchange = time_exchange();
    if (me == 0) {
        measure_recording();
        std::printf("%-34s %10.0f\n", "EXCHANGE of 8 B, for comparison", exchange);
    }
    watched.end();
    loop::close0();
    return 0;
}
