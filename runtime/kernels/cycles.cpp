#include "kernels/cycles.h"

#include "session/clock.h"
#include "session/simulation.h"
#include "trace/clock.h"

#include <cmath>
#include <ctime>

namespace loop::runtime {
namespace {

#if defined(__x86_64__)
struct CycleReading {
    std::int64_t ns;
    std::uint64_t ticks;
};

// Takes a few readings, and returns the one that took the shortest time.
CycleReading read() {
    CycleReading best{};
    std::uint64_t narrowest = ~std::uint64_t{0};
    for (int attempt = 0; attempt < 50; ++attempt) {
        const std::uint64_t before = __rdtsc();
        const std::int64_t ns = now_ns();
        const std::uint64_t width = __rdtsc() - before;
        if (width >= narrowest) continue;
        narrowest = width;
        best = {ns, before + width / 2};
    }
    return best;
}

double hertz_between(const CycleReading& begin, const CycleReading& end) {
    return static_cast<double>(static_cast<std::int64_t>(end.ticks - begin.ticks)) /
           seconds(end.ns - begin.ns);
}
#endif

// The rank may change its core, and the counters of cores may differ: two measurements must agree.
double measure_hertz() {
#if defined(__x86_64__)
    if (is_simulated || !trace::tsc_is_steady()) return 0;
    const timespec pause{0, 10000000};
    CycleReading readings[3];
    for (int i = 0; i < 3; ++i) {
        if (i > 0) nanosleep(&pause, nullptr);
        readings[i] = read();
    }
    const double first = hertz_between(readings[0], readings[1]);
    const double second = hertz_between(readings[1], readings[2]);
    const double whole = hertz_between(readings[0], readings[2]);
    return std::fabs(first - second) < 0.01 * whole ? whole : 0;
#else
    return 0;
#endif
}

} // namespace

double time_stamp_hertz() {
    static const double hertz = measure_hertz();
    return hertz;
}

} // namespace loop::runtime
