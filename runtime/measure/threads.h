#pragma once

#include <loop/calls.h>
#include <loop/declared_work.h>
#include <loop/site.h>

#include <sched.h>

#include <cstdint>
#include <vector>

namespace loop::runtime {

// The threads of one construct: \THREADS, or a \LOOP with THREADS.
struct ThreadsEntry {
    Construct construct;
    Site site;
    long long calls = 0;
    std::int64_t total_ns = 0;           // with the begin and end of the threads
    std::int64_t slowest_ns = 0;         // of the slowest thread of each call
    std::vector<std::int64_t> busy_ns{}; // of each thread, without the next ones
    std::vector<std::int64_t> communicating_ns{};
};
const std::vector<ThreadsEntry>& all_threads();

// On which cores a thread may run, and on which ones it ended its part of a construct.
struct ThreadCores {
    bool known = false;
    cpu_set_t allowed, used;
};
// Of thread 0, 1, ...
const std::vector<ThreadCores>& cores_of_threads();
// The number of cores on which the threads may run, together.
int cpus_of_threads();

// What the calling thread adds to the declared operations and bytes.
void count_work_of_thread(const detail::DeclaredWork& work);

} // namespace loop::runtime
