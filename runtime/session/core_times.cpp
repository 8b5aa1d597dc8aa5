#include "session/core_times.h"

#include "session/clock.h"
#include "session/simulation.h"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>

namespace loop::runtime {

namespace {

std::int64_t waited_ns() {
    // The file contains the time on a core, the time in the run queue (both in ns), and the time slices.
    std::int64_t waited = -1;
    if (std::FILE* file = std::fopen("/proc/self/schedstat", "re")) {
        if (std::fscanf(file, "%*s %" SCNd64, &waited) != 1) waited = -1;
        std::fclose(file);
    }
    return waited;
}

std::int64_t used_ns() {
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * std::int64_t{1000000000} + used.tv_nsec;
}

// Linux counts neither time as the process's, although it occupies a core then.
std::int64_t stolen_ns() {
    std::int64_t interrupts = 0, soft_interrupts = 0, stolen = 0;
    if (std::FILE* file = std::fopen("/proc/stat", "re")) {
        // cpu, user, nice, system, idle, waiting for input and output, interrupts, soft interrupts, stolen
        const int read = std::fscanf(file, "%*s %*s %*s %*s %*s %*s %" SCNd64 " %" SCNd64 " %" SCNd64,
                                     &interrupts, &soft_interrupts, &stolen);
        std::fclose(file);
        if (read != 3) return 0;
    }
    const std::int64_t tick_ns = 1000000000 / std::max(1L, sysconf(_SC_CLK_TCK));
    return (interrupts + soft_interrupts + stolen) * tick_ns;
}

CoreTimes between(const CoreTimes& begin, const CoreTimes& end) {
    return {end.at_ns - begin.at_ns, end.waited_ns - begin.waited_ns, end.used_ns - begin.used_ns,
            end.stolen_ns - begin.stolen_ns};
}

} // namespace

CoreTimes core_times() {
    if (is_simulated) return {};
    return {now_ns(), waited_ns(), used_ns(), stolen_ns()};
}

void pause_core_times() {
    CoreUse& use = the_session.core_use;
    if (use.pauses++ > 0) return;
    use.at_pause = core_times();
}

void resume_core_times() {
    CoreUse& use = the_session.core_use;
    if (--use.pauses > 0) return;
    const CoreTimes passed = between(use.at_pause, core_times());
    use.while_paused.at_ns += passed.at_ns;
    use.while_paused.waited_ns += passed.waited_ns;
    use.while_paused.used_ns += passed.used_ns;
    use.while_paused.stolen_ns += passed.stolen_ns;
}

std::optional<MeasuredCores> measured_cores() {
    const CoreUse& use = the_session.core_use;
    if (use.at_open.waited_ns < 0 || use.at_close.waited_ns < 0) return std::nullopt;
    const CoreTimes own = between(use.while_paused, between(use.at_open, use.at_close));
    const std::int64_t measured = the_session.close_ns - the_session.open_ns - use.while_paused.at_ns;
    // The ranks synchronize between the first reading and \OPEN0's end. In a short run, that counts too much.
    if (10 * own.at_ns > 11 * measured) return std::nullopt;
    const std::int64_t off = own.at_ns - own.waited_ns - own.used_ns - own.stolen_ns;
    return MeasuredCores{seconds(own.at_ns), seconds(own.waited_ns), seconds(std::max<std::int64_t>(0, off))};
}

} // namespace loop::runtime
