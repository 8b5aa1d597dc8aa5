#pragma once

#include "trace/format/record.h"

#include <loop/collective_data.h>

#include <cstdint>

// Counts the MPI calls of host code beside the trace, so that the numbers are right even if the trace is
// full. Only what is measured counts. The file of the trace has the counts in its header
// (docs/trace-format.md).
namespace loop::runtime::trace {

// Of one site on this rank.
struct CallCounts {
    std::int64_t calls = 0;
    std::int64_t messages_sent = 0, bytes_sent = 0;
    std::int64_t messages_received = 0, bytes_received = 0;
    GivenAndGot collective; // in bytes
};

// Begins a call at this site; what follows is counted there until the next one begins.
void count_call(SiteIndex site);
void count_sent(std::int64_t bytes);
void count_received(std::int64_t bytes);
void count_collective(const GivenAndGot& moves);

// For a file of the trace, also in a signal handler. Null: nothing was counted there.
const CallCounts* counts_of(SiteIndex site);

} // namespace loop::runtime::trace
