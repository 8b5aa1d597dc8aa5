// Measures what recording adds to short messages between two ranks: on and off in turn, in one run. Requires
// --records DIR.
#include "rounds.h"
#include "trace/records.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("trace_pairs", "trace_pairs.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int series = 5;
int me = 0;

using namespace loop::runtime;

void ping_pong() {
    static char data[8];
    if (me == 0) send0(data, sizeof data, 1, 1);
    recv0(data, sizeof data, 1);
    if (me == 1) send0(data, sizeof data, 1, 0);
}

void exchange() {
    loop::communicate(8, 1, 1);
}

void read_clock(int times) {
    for (int reading = 0; reading < times; ++reading)
        asm volatile("" : : "r"(trace::now()));
}

// The shortest record of a message needs its time, and the time at which the program goes on.
void ping_pong_with_readings() {
    static char data[8];
    if (me == 0) send0(data, sizeof data, 1, 1);
    recv0(data, sizeof data, 1);
    read_clock(2);
    if (me == 1) send0(data, sizeof data, 1, 0);
}

// The shortest record of an exchange needs the times at which it begins, receives its message, and ends.
void exchange_with_readings() {
    read_clock(3);
    exchange();
}

template <class Run>
double batch(bool recorded, int count, Run& run) {
    trace::buffer.next = trace::buffer.begin; // it must not fill
    trace::buffer.on = recorded;
    const double seconds = bench::time_batch(count, run);
    trace::buffer.on = false;
    return seconds;
}

template <class Ours, class Rival>
void measure(const char* name, bool recorded, Ours ours, Rival rival) {
    std::vector<bench::Samples> all;
    int count = static_cast<int>(std::max(3.0, bench::batch_seconds / batch(false, 100, rival)));
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < series; ++i) {
        bench::Samples samples;
        for (int round = 0; round < bench::rounds; ++round) {
            const bool ours_first = round % 2 == 0;
            if (!ours_first) samples.rival.push_back(batch(false, count, rival));
            samples.ours.push_back(batch(recorded, count, ours));
            if (ours_first) samples.rival.push_back(batch(false, count, rival));
        }
        if (me == 0) bench::print_line(name, samples);
        all.push_back(samples);
    }
    const bench::Goal goal = recorded ? bench::Goal{bench::Aim::AtMost, 1.04} : bench::Goal{};
    if (me == 0)
        bench::print_goal(std::string(name) + (recorded ? ", recorded" : "") +
                              " over not recorded, geometric mean",
                          bench::geometric_mean(all), goal);
}

} // namespace

int main() {
    int ranks = 0;
    loop::open0(&ranks, &me, nullptr, nullptr, 1000000);
    if (ranks != 2 || trace::buffer.begin == nullptr) {
        if (me == 0) std::puts("(needs two ranks and --records DIR)");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    trace::buffer.on = false;
    const bench::WatchedRanks watched;
    if (me == 0) bench::print_header("8 bytes, us there and back", "recorded", "not");
    measure("send0, recv0", true, ping_pong, ping_pong);
    measure("two clock readings instead", false, ping_pong_with_readings, ping_pong);
    measure("COMMUNICATE, both ways at once", true, exchange, exchange);
    measure("three clock readings instead", false, exchange_with_readings, exchange);
    watched.end();
    loop::close0();
}
