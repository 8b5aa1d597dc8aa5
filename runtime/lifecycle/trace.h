#pragma once

#include "session/machine.h"
#include "trace/records.h"

#include <cstdint>
#include <string>
#include <vector>

// The trace of a session, from \OPEN0 to its file. trace/records.h records the events in between.
namespace loop::runtime::trace {

// Returns how many records this rank wants: those that the program asks for, or 0 without a trace.
int records_wanted(long asked);

// Collective: prepares the clock, memory for `records` events, and the offsets between the nodes' clocks.
void open(long records, const std::vector<RankHome>& homes, const NodeSummary& node);
bool is_open();        // whether this rank will record
void start(Ticks now); // at the end of \OPEN0
void stop(Ticks now);  // at the beginning of \CLOSE0

// To be called after the measured time. If the file cannot be written, report() gives the reason; the run
// continues.
void write();

// Records further events after a crash flush: the program has survived. write() then writes all of them.
void go_on();

// Collective, if the clocks of nodes are compared: compares them again and adds the result to the file.
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
