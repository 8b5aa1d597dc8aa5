#pragma once

#include "session/clock.h"
#include "session/core_times.h"
#include "session/session.h"
#include "trace/records.h"

#include <cstdint>

namespace loop::runtime {

// One instant for both the record and the trace: both must exclude the same time, even if the rank loses its
// core between the two readings.
struct Reading {
    std::int64_t ns;
    trace::Ticks ticks; // 0 if `traced` is false
};

inline Reading read_clocks(bool traced = trace::is_recording()) {
    if (!traced) return {now_ns(), 0};
    if constexpr (is_simulated) {
        const std::int64_t ns = now_ns();
        return {ns, trace::now()};
    }
    constexpr trace::Ticks near = 20000; // some microseconds with any clock
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

// Time during the lifetime of an object is not measured: it is part of no phase and no elapsed time, and
// neither is the cost of the object's own clock readings. Objects nest. Nothing is excluded while threads of
// the rank work, as only one of them would pause.
class Excluded {
public:
    Excluded() : Excluded(is_possible() ? read_clocks() : Reading{}) {}
    ~Excluded() {
        if (!is_possible()) return;
        const Reading end = read_clocks();
        if (trace::is_recording()) trace::include(end.ticks);
        // Assigned, not added, as time excluded by nested objects is in the same interval.
        the_session.excluded_ns = begin_excluded_ns_ + end.ns - begin_ns_ + the_session.clock_cost_ns;
    }
    Excluded(const Excluded&) = delete;
    Excluded& operator=(const Excluded&) = delete;

private:
    static bool is_possible() { return the_session.stage != Stage::Threads; }

    explicit Excluded(const Reading& begin)
        : begin_excluded_ns_(the_session.excluded_ns), begin_ns_(begin.ns) {
        if (is_possible() && trace::is_recording()) trace::exclude(begin.ticks);
    }

    std::int64_t begin_excluded_ns_;
    std::int64_t begin_ns_;
};

// As Excluded, for long intervals: time without a core is not counted either.
class LongExcluded {
public:
    LongExcluded() { pause_core_times(); }
    ~LongExcluded() { resume_core_times(); }
    LongExcluded(const LongExcluded&) = delete;
    LongExcluded& operator=(const LongExcluded&) = delete;

private:
    Excluded excluded_{};
};

} // namespace loop::runtime
