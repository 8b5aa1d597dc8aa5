#pragma once

#include "host_calls/channels.h"
#include "session/simulation.h"
#include "trace/records.h"

#include <mpi.h>

#include <cstdint>

// MPI calls of host code. Each function MPI_X of these files calls PMPI_X, as in the profiling interface, and
// is weak: a program, or a tool linked into it, that defines the same function takes precedence. The runtime
// itself calls PMPI_X. MPI must see an invalid handle first, so a handle is used only after a call with it
// has succeeded.
#define LOOP_HOST_CALL extern "C" __attribute__((weak))

namespace loop::runtime::trace {

// Whether calls of host code are recorded. SMPI cannot tell what a message held (MPI_Get_elements_x).
inline bool recording() {
    return !is_simulated && on();
}

bool is_recording_thread();
void open_host_calls(); // the thread that records

// From the beginning to the end of a call, where a trace is recorded. Calls of other threads than the one
// that opened the session are not: one buffer, one writer.
class HostCall {
public:
    // `caller`: where the call of MPI that this is written in stands in the program.
    explicit HostCall(const char* name, const void* caller = __builtin_return_address(0))
        : recorded_(recording() && is_recording_thread()) {
        if (recorded_) enter(name, caller);
    }
    ~HostCall() {
        if (recorded_) leave(site_, leaving_);
    }
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

    bool is_recorded() const { return recorded_; }
    Ticks begin() const { return begin_; }
    // A test or probe that found nothing.
    void is_fruitless() { leaving_ = Leaving::Fruitless; }

    void sent(MPI_Comm comm, int partner, int tag, std::int64_t bytes);
    void posted(MPI_Comm comm, int partner, int tag, std::int64_t bytes);
    void collective(MPI_Comm comm, int root, std::int64_t bytes);

private:
    void enter(const char* name, const void* caller);

    bool recorded_;
    SiteIndex site_ = 0;
    Ticks begin_ = 0;
    Leaving leaving_ = Leaving::Now;
};

// After a successful call with this type.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);

Message received_message(MPI_Comm comm, const MPI_Status& status);
bool is_message(const MPI_Status& status); // not of MPI_PROC_NULL, not cancelled

// Whether a receive would find its message; true also if that cannot be tested.
bool has_arrived(MPI_Comm comm, int source, int tag);

} // namespace loop::runtime::trace
