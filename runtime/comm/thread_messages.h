#pragma once

#include "comm/send_plan.h"
#include "trace/records.h"

#include <loop/patterns.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loop::runtime {

// The messages of constructs that the threads of a rank execute (\THREADS). Thread t communicates with thread
// t of other ranks: its number is the tag of its messages. Threads share nothing here; what they count is
// added up when they have ended.

// Whether a thread of \THREADS calls.
bool is_thread();

// To be called by the rank before its threads begin.
void prepare_thread_messages(int threads);
// To be called by each thread first. `thread`: its number, or -1 if it must not communicate.
void begin_thread_messages(int thread);
// To be called by each thread last. Returns how long it has communicated since then.
std::int64_t end_thread_messages();
struct TracedMessage {
    trace::Ticks ticks; // when it was passed to MPI, or had arrived
    std::int32_t partner, bytes;
    bool is_received;
};
// When a thread communicated since then, if the rank records a trace: its first calls and messages.
struct TracedCalls {
    std::vector<std::pair<trace::Ticks, trace::Ticks>> calls; // begin, end
    bool are_all = true;
    std::vector<TracedMessage> messages;
    // Receives are matched with sends in order, so if a message is left out, so are all later ones.
    bool leaves_out_messages = false;
};
// Null: threads do not communicate.
const TracedCalls* traced_calls_of_thread(std::size_t thread);
// Counts the calls and messages of all threads. To be called by the rank when they have ended. Returns
// whether there were any.
bool count_thread_messages();

// What a thread sends and receives in one call. The ranks of a pattern are members of the group.
void communicate_as_thread(Construct construct, const Site& site, const patterns::Pattern& pattern,
                           long long size, bool in_turn = false);
void communicate_as_thread(const SendCall& call);

} // namespace loop::runtime
