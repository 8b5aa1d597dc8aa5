#pragma once

#include "session/machine.h"
#include "trace/records.h"

#include <cstdint>
#include <string>
#include <vector>

// The trace of a session, from \OPEN0 to its file. What the calls in between record is in trace/records.h.
namespace loop::runtime::trace {

// Collective: clock, memory for `records` events, distances between the clocks of nodes.
void open(long records, const std::vector<RankHome>& homes, const NodeSummary& node);
bool is_open();        // whether this rank is going to record
void start(Ticks now); // at the end of \OPEN0
void stop(Ticks now);  // at the beginning of \CLOSE0

// After the measured time. A file that cannot be written costs nothing but itself: report() tells of it.
void write();

// Collective, where the clocks of nodes are compared: once more, and into the file.
void compare_clocks_again();
struct Report {
    bool recorded = false;
    std::string file; // in the records directory
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
    std::uint64_t bytes = 0;
    std::uint64_t capacity = 0;
    std::string problem; // why there is no file
};
const Report& report();

} // namespace loop::runtime::trace
