#pragma once

#include "trace/clock.h"
#include "trace/fragments.h"
#include "trace/records.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime::trace {

// How far a rank's clock was from rank 0's, when: `offset_ns` is to be added to this host's time; the truth
// lies within `bound_ns` of it.
struct ClockSample {
    Ticks ticks;
    std::int64_t offset_ns;
    std::int64_t bound_ns;
};

// What the file says besides the records. `prefix` is its JSON up to the clock, without a comma behind.
struct FileContents {
    const char* prefix;
    double ticks_per_second;
    Ticks open_ticks;
    Ticks close_ticks;
    std::int64_t origin_ns;
    const char* clock_text; // JSON of source, text and resolution
    const ClockSample* samples;
    std::size_t sample_count;
    bool room_for_sample;           // one more may be put in later
    const Fragments* communicators; // JSON of each
    std::size_t capacity;
    const char* ended;
};

struct Written {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
    int error = 0;               // errno, 0: the file is there
    std::uint64_t sample_at = 0; // where one more sample goes
    bool first_sample = true;
};

// Writes `temporary`, syncs it unless in a hurry, and renames it to `path`. Asks for no memory and calls
// nothing that a signal handler may not, so that a dying rank can do the same.
Written write_file(const char* temporary, const char* path, const FileContents& contents, bool hurry);

// Puts one more sample into the room that was left for it; 0 or errno.
int add_sample(const char* path, const Written& written, const ClockSample& sample);

} // namespace loop::runtime::trace
