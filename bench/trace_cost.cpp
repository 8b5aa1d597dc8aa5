// Measures the cost of recording an event in nanoseconds of this thread's CPU time, for LOOP and other tools
// in turn. Built and started by bench/run, which also starts the session in which LTTng records
// (LOOP_BENCH_LTTNG).
#include "rounds.h"
#include "trace/buffer.h"
#include "trace/clock.h"
#include "trace/records.h"

#include <unistd.h>

#include <ctime>
#include <functional>

#ifdef LOOP_BENCH_OTF2
#include <otf2/otf2.h>
#endif
#ifdef LOOP_BENCH_LTTNG
#include "trace_cost_lttng.h"
#endif

namespace {

using namespace loop::runtime;

constexpr int events = 2000000;
constexpr int cost_rounds = 11;
constexpr const char* loops_events = "LOOP, Enter and Leave";

double processor_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

struct Contender {
    std::string name;
    std::function<void()> run; // records `events` events
    std::vector<double> ns;
};

volatile std::uint64_t seen = 0;

void readings() {
    std::uint64_t last = 0;
    for (int i = 0; i < events; ++i)
        last = trace::now();
    seen = last;
}

void calls() {
    trace::buffer.next = trace::buffer.begin;
    for (int i = 0; i < events / 2; ++i) {
        trace::enter(3);
        trace::leave(3);
    }
}

void messages() {
    trace::buffer.next = trace::buffer.begin;
    for (int i = 0; i < events; ++i)
        trace::put_message(trace::now(), trace::Kind::Send, {i & 15, 7, 1000, trace::constructs_channel});
}

// The code in a construct while nothing is recorded.
__attribute__((noinline)) void nothing() {
    for (int i = 0; i < events; ++i) {
        if (trace::on()) trace::enter(3);
        asm volatile("" ::: "memory");
    }
}

#ifdef LOOP_BENCH_OTF2
OTF2_FlushType before_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}
OTF2_TimeStamp after_flush(void*, OTF2_FileType, OTF2_LocationRef) {
    return trace::now();
}
OTF2_TimeStamp system_time() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<OTF2_TimeStamp>(time.tv_sec) * 1000000000 + static_cast<OTF2_TimeStamp>(time.tv_nsec);
}

// On a file system in memory, because OTF2 writes while it records.
template <class Now>
void otf2(Now now) {
    static int number = 0;
    const std::string folder =
        "/dev/shm/loop-bench-otf2-" + std::to_string(getpid()) + "-" + std::to_string(number++);
    OTF2_Archive* archive = OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                              OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_FlushCallbacks flush{before_flush, after_flush};
    OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, 0);
    for (int i = 0; i < events / 2; ++i) {
        OTF2_EvtWriter_Enter(writer, nullptr, now(), 3);
        OTF2_EvtWriter_Leave(writer, nullptr, now(), 3);
    }
    OTF2_Archive_CloseEvtWriter(archive, writer);
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_Close(archive);
    if (std::system(("rm -rf " + folder).c_str()) != 0) std::puts("(cannot remove what OTF2 wrote)");
}
#endif

#ifdef LOOP_BENCH_LTTNG
void lttng() {
    for (int i = 0; i < events; ++i)
        lttng_ust_tracepoint(loop_bench, message, i & 15, 7, 1000L);
}
#endif

} // namespace

int main() {
    const bench::Watch watch;
    trace::choose_clock();
    if (trace::allocate_records(events, 1) < static_cast<std::size_t>(events)) {
        std::puts("(no memory for the records)");
        return 1;
    }
    std::vector<Contender> all{
        {std::string("a reading of the clock, ") + trace::clock_description(), readings, {}},
        {"nothing recorded: the branch", nothing, {}},
        {loops_events, calls, {}},
        {"LOOP, Send", messages, {}}};
#ifdef LOOP_BENCH_OTF2
    all.push_back({"OTF2, Enter and Leave, the same clock", [] { otf2([] { return trace::now(); }); }, {}});
    all.push_back({"OTF2, Enter and Leave, clock_gettime", [] { otf2(system_time); }, {}});
#else
    std::puts("OTF2's library is missing: libopen-trace-format2-dev");
#endif
#ifdef LOOP_BENCH_LTTNG
    if (std::getenv("LOOP_BENCH_LTTNG_SESSION") != nullptr) {
        all.push_back({"LTTng-UST, event with three fields", lttng, {}});
    } else {
        std::puts("LTTng has no session: lttng-tools");
    }
#else
    std::puts("LTTng's library is missing: liblttng-ust-dev");
#endif
    for (int round = 0; round < cost_rounds; ++round) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            Contender& one = all[round % 2 == 0 ? i : all.size() - 1 - i];
            const double begin = processor_ns();
            one.run();
            one.ns.push_back((processor_ns() - begin) / events);
        }
    }
    std::printf("%-52s %8s %8s\n", "per event, ns of CPU time", "median", "min");
    for (const Contender& one : all)
        std::printf("%-52s %8.1f %8.1f\n", one.name.c_str(), bench::median(one.ns),
                    *std::min_element(one.ns.begin(), one.ns.end()));
    for (const Contender& one : all)
        if (one.name == loops_events)
            bench::print_goal("recording an event, ns", bench::median_of(one.ns), {bench::Aim::AtMost, 15});
    std::printf("%s\n", bench::machine_text(watch.seen(1)).c_str());
}
