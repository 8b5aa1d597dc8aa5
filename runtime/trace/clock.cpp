#include "trace/clock.h"

#include "session/clock.h"

#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace loop::runtime::trace {
namespace {

ClockSource source = ClockSource::Gettime;

bool has_word(const std::string& line, const char* word) {
    return (line + " ").find(std::string(" ") + word + " ") != std::string::npos;
}

std::int64_t wtime_ns() {
    return static_cast<std::int64_t>(PMPI_Wtime() * 1e9 + 0.5);
}

std::string kernel_clock() {
    std::ifstream current("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    current >> name;
    return name;
}

bool tsc_is_invariant() {
#if defined(__x86_64__)
    std::ifstream cpus("/proc/cpuinfo");
    for (std::string line; std::getline(cpus, line);) {
        if (line.compare(0, 5, "flags") == 0)
            return has_word(line, "constant_tsc") && has_word(line, "nonstop_tsc");
    }
#endif
    return false;
}

} // namespace

bool tsc_is_reliable() {
    return kernel_clock() == "tsc" && tsc_is_invariant();
}

bool tsc_is_steady() {
    const std::string clock = kernel_clock();
    const bool is_of_guest = clock == "kvm-clock" || clock == "hyperv_clocksource_tsc_page";
    return (clock == "tsc" || is_of_guest) && tsc_is_invariant();
}

void choose_clock() {
    const char* const wanted = std::getenv("LOOP_TRACE_CLOCK");
    source = ClockSource::Gettime;
    if (wanted != nullptr && std::strcmp(wanted, "mpi_wtime") == 0) source = ClockSource::MpiWtime;
    if (is_simulated) source = ClockSource::MpiWtime;
    const bool free_choice = wanted == nullptr || std::strcmp(wanted, "tsc") == 0;
    if (!is_simulated && free_choice && tsc_is_reliable()) source = ClockSource::Tsc;
    buffer.reads_tsc = source == ClockSource::Tsc;
}

ClockSource clock_source() {
    return source;
}

const char* clock_name() {
    return source == ClockSource::Tsc       ? "tsc"
           : source == ClockSource::Gettime ? "clock_gettime"
                                            : "mpi_wtime";
}

const char* clock_description() {
    return source == ClockSource::Tsc       ? "time stamp counter"
           : source == ClockSource::Gettime ? "clock_gettime(CLOCK_MONOTONIC)"
           : is_simulated                   ? "MPI_Wtime (simulated)"
                                            : "MPI_Wtime";
}

std::int64_t host_ns() {
    return source == ClockSource::MpiWtime ? wtime_ns() : now_ns();
}

Ticks ticks_without_tsc() {
    return static_cast<Ticks>(host_ns());
}

// Returns the fastest of a few attempts, which was not interrupted.
Instant read_instant() {
    Instant best{};
    Ticks narrowest = ~Ticks{0};
    for (int attempt = 0; attempt < 50; ++attempt) {
        const Ticks before = now();
        const std::int64_t ns = host_ns();
        const Ticks width = now() - before;
        if (width >= narrowest) continue;
        narrowest = width;
        best = {source == ClockSource::Tsc ? before + width / 2 : static_cast<Ticks>(ns), ns};
    }
    return best;
}

} // namespace loop::runtime::trace
