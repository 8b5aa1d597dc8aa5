#pragma once

#include "host_calls/followed_thread.h"

#include <cstdint>

// Which threads of host code may call MPI, and whether only these do.
namespace loop::runtime::trace {

int thread_level(); // of MPI, once it is up; asks MPI only once

// Notes in the call log that a thread has called MPI in a way that the thread level forbids. `call`: the
// function's index in all_calls; `caller`: the return address.
void check_other_thread(std::uint16_t call, const void* caller);
void check_finalize(const void* caller); // any thread

// With MPI_THREAD_SERIALIZED, exists during a call: no other thread may call meanwhile.
class Turn {
public:
    Turn(std::uint16_t call, const void* caller) {
        if (__builtin_expect(static_cast<long>(threads_take_turns), 0L) != 0) begin(call, caller);
    }
    ~Turn() {
        if (is_first_) end();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    void begin(std::uint16_t call, const void* caller);
    static void end();

    bool is_first_ = false;
};

} // namespace loop::runtime::trace
