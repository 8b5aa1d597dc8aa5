#include "kernels/cycles.h"

#include "session/clock.h"
#include "session/simulation.h"
#include "trace/clock.h"

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
#endif

double measure_hertz() {
#if defined(__x86_64__)
    if (is_simulated || !trace::tsc_is_reliable()) return 0;
    const CycleReading begin = read();
    const timespec pause{0, 20000000};
    nanosleep(&pause, nullptr);
    const CycleReading end = read();
    return static_cast<double>(end.ticks - begin.ticks) / seconds(end.ns - begin.ns);
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
