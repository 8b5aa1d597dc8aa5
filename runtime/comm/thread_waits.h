#pragma once

#include <loop/calls.h>

#include <vector>

namespace loop::runtime {

// Writes to the status file what the threads of a rank wait for, if all of them wait or have ended, so that
// the launching command can explain a hang. Threads take its lock when they have waited for a while, and at
// their end.

// To be called by the rank before its threads begin.
void begin_thread_waits(int threads);
// To be called by each thread at its end.
void end_thread();

// While an object exists and has told something, the calling thread counts as waiting.
class ThreadWait {
public:
    ThreadWait(int thread, Construct construct, int line)
        : thread_(thread), construct_(construct), line_(line) {}
    ~ThreadWait();
    ThreadWait(const ThreadWait&) = delete;
    ThreadWait& operator=(const ThreadWait&) = delete;

    // `ranks`: those that the thread waits for, now.
    void tell(std::vector<int> ranks);

private:
    int thread_;
    Construct construct_;
    int line_;
    bool has_told_ = false;
};

} // namespace loop::runtime
