#pragma once

#include "session/session.h"
#include "session/simulation.h"
#include "trace/records.h"

#include <cstdint>
#include <ctime>

namespace loop::runtime {

// Of this host; simulated time on a simulated machine.
inline std::int64_t now_ns() {
    if constexpr (is_simulated) return static_cast<std::int64_t>(PMPI_Wtime() * 1e9 + 0.5);
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

// An instant for the record and for the trace: what one of them does not measure the other must not measure
// either, even where the rank loses its core between two readings.
struct Reading {
    std::int64_t ns;
    trace::Ticks ticks; // 0 where `traced` is false
};

inline Reading read_clocks(bool traced = trace::on()) {
    if (!traced) return {now_ns(), 0};
    if constexpr (is_simulated) {
        const std::int64_t ns = now_ns();
        return {ns, trace::now()};
    }
    constexpr trace::Ticks near = 20000; // some microseconds, whatever the clock
    Reading reading{};
    trace::Ticks before = trace::now();
    for (int attempt = 0; attempt < 5; ++attempt) {
        reading = {now_ns(), before};
        const trace::Ticks after = trace::now();
        if (after - before < near) break;
        before = after;
    }
    return reading;
}

constexpr double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

// The cost of one reading in nanoseconds, as the smallest mean of a few batches.
double measure_clock_call_ns();

// The smallest step seen between readings, in nanoseconds; 0 where it did not move for some tenths of a
// second; 1 on a simulated machine.
std::int64_t clock_step_ns();

// What happens while one of these lives is not measured: no phase and no elapsed time contains it, nor the
// two halves of its own readings that lie outside them. They nest.
class Excluded {
public:
    Excluded() : Excluded(read_clocks()) {}
    ~Excluded() {
        const Reading end = read_clocks();
        if (trace::on()) trace::include(end.ticks);
        // Assigned, not added: what was excluded inside lies in the same stretch of time.
        the_session.excluded_ns = begin_excluded_ns_ + end.ns - begin_ns_ + the_session.clock_cost_ns;
    }
    Excluded(const Excluded&) = delete;
    Excluded& operator=(const Excluded&) = delete;

private:
    explicit Excluded(const Reading& begin)
        : begin_excluded_ns_(the_session.excluded_ns), begin_ns_(begin.ns) {
        if (trace::on()) trace::exclude(begin.ticks);
    }

    std::int64_t begin_excluded_ns_;
    std::int64_t begin_ns_;
};

} // namespace loop::runtime
