#pragma once

// Is the machine disturbed? It is if a process that should have a core waits more than 5 % of the time for
// it, as in a run's verdict (loop/judgement.h), or if the host takes that much from a virtual machine.

#include <loop/judgement.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

namespace bench {

// Of an interval. `users` need a core each; if there are fewer cores, that they wait says nothing.
struct Waiting {
    double waited_seconds = 0;
    double whole_seconds = 0;
    int users = 1;
    int cores = 1;
    double stolen_percent = 0; // of the time of all cores
};

inline bool is_disturbed(const Waiting& seen) {
    return loop::is_disturbed(seen.users, seen.cores, seen.waited_seconds, seen.whole_seconds) ||
           loop::is_disturbed(1, 1, seen.stolen_percent, 100);
}

// "disturbed: ..." or "machine: ...", with the numbers.
inline std::string machine_text(const Waiting& seen) {
    char text[200];
    const double waited =
        seen.whole_seconds > 0 ? std::min(100.0, 100 * seen.waited_seconds / seen.whole_seconds) : 0;
    std::snprintf(text, sizeof text, "%s: in %.1f s, a process waited %.1f %% of the time for a core%s",
                  is_disturbed(seen) ? "disturbed" : "machine", seen.whole_seconds, waited,
                  seen.users > seen.cores ? ", with more of them than cores" : "");
    std::string result = text;
    std::snprintf(text, sizeof text, "; the host took %.1f %%", seen.stolen_percent);
    return result + text;
}

// How long this thread has been ready to run without a core (Linux). 0 if the system does not say.
inline double core_wait_seconds() {
    std::int64_t waited_ns = 0;
    if (std::FILE* file = std::fopen("/proc/thread-self/schedstat", "re")) {
        if (std::fscanf(file, "%*s %" SCNd64, &waited_ns) != 1) waited_ns = 0;
        std::fclose(file);
    }
    return static_cast<double>(waited_ns) * 1e-9;
}

// Ticks of all cores since the system started.
struct Ticks {
    double all = 0;
    double stolen = 0;
};

inline Ticks ticks() {
    Ticks result;
    double of_kind[8] = {}; // user, nice, system, idle, iowait, irq, softirq, steal
    if (std::FILE* file = std::fopen("/proc/stat", "re")) {
        if (std::fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &of_kind[0], &of_kind[1], &of_kind[2],
                        &of_kind[3], &of_kind[4], &of_kind[5], &of_kind[6], &of_kind[7]) == 8)
            result.stolen = of_kind[7];
        std::fclose(file);
    }
    for (const double count : of_kind)
        result.all += count;
    return result;
}

// What this thread waits from now on.
class Watch {
public:
    Waiting seen(int users) const {
        const Ticks now = ticks();
        const double all = now.all - ticks_.all;
        return {core_wait_seconds() - waited_, std::chrono::duration<double>(Clock::now() - begin_).count(),
                users, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)),
                all > 0 ? 100 * (now.stolen - ticks_.stolen) / all : 0};
    }

private:
    using Clock = std::chrono::steady_clock;
    double waited_ = core_wait_seconds();
    Ticks ticks_ = ticks();
    Clock::time_point begin_ = Clock::now();
};

// Keeps a core busy.
inline void spin(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
    }
}

} // namespace bench
