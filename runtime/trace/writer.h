#pragma once

#include "trace/clock.h"
#include "trace/fragments.h"
#include "trace/records.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime::trace {

// The offset of a rank's clock from rank 0's at a given time: `offset_ns` is to be added to this host's time;
// its error is at most `bound_ns`.
struct ClockSample {
    Ticks ticks;
    std::int64_t offset_ns;
    std::int64_t bound_ns;
};

// The contents of the file besides the records. `prefix`: JSON up to the clock, without a trailing comma.
struct FileContents {
    const char* prefix;
    double ticks_per_second;
    Ticks open_ticks;
    Ticks close_ticks;
    std::int64_t origin_ns;
    const char* clock_text; // JSON of source, text, and resolution
    const ClockSample* samples;
    std::size_t sample_count;
    bool room_for_sample;           // one more sample may be added later
    const Fragments* communicators; // JSON of each
    std::size_t capacity;
    const char* ended;
    bool lacks_threads; // other threads than the first one called MPI
};

struct Written {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
    int error = 0;               // errno; 0: the file has been written
    std::uint64_t sample_at = 0; // file offset for one more sample
    bool first_sample = true;
};

// Writes `temporary`, syncs it unless `hurry`, and renames it to `path`. Safe in signal handlers, for the
// crash flush: does not allocate memory.
Written write_file(const char* temporary, const char* path, const FileContents& contents, bool hurry);

// Writes one more sample into the space reserved for it. Returns 0 or errno.
int add_sample(const char* path, const Written& written, const ClockSample& sample);

} // namespace loop::runtime::trace
