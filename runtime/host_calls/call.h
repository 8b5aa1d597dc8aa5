#pragma once

#include "host_calls/channels.h"
#include "host_calls/gaps.h"
#include "host_calls/thread_use.h"
#include "session/inlining.h"
#include "session/simulation.h"
#include "trace/records.h"

#include <loop/calls.h>

#include <mpi.h>

#include <cstdint>

// MPI calls in host code. Each function MPI_X in these files calls PMPI_X, as in the profiling interface. It
// is weak: a function of the same name in the program, or in a tool linked into it, takes precedence. The
// runtime itself calls PMPI_X. Invalid handles are left to MPI: LOOP uses a handle only after a call with it
// has succeeded.
#define LOOP_HOST_CALL extern "C" __attribute__((weak))

// The names of calls that traces record in full, and of those of which traces have only begin and end. The
// compiler checks that <loop/calls.h> says the same, because reports rely on it.
#define LOOP_RECORDED(Name)                                                                                  \
    loop::runtime::trace::checked_name<loop::call_info("MPI_" #Name).trace == loop::CallTrace::Recorded,     \
                                       loop::call_index("MPI_" #Name)>("MPI_" #Name)
#define LOOP_BEGIN_AND_END(Name)                                                                             \
    loop::runtime::trace::checked_name<loop::call_info("MPI_" #Name).trace == loop::CallTrace::Entered,      \
                                       loop::call_index("MPI_" #Name)>("MPI_" #Name)

namespace loop::runtime::trace {

struct CallName {
    const char* text;
    std::uint16_t index; // in all_calls
};
template <bool is_as_in_the_table, std::uint16_t index>
constexpr CallName checked_name(const char* text) {
    static_assert(is_as_in_the_table, "<loop/calls.h> says something else of this call");
    return {text, index};
}

bool is_recording_thread();
void open_host_calls(); // sets the thread that records

// Records the begin and end of a call, if a trace is recorded. Unless threads take turns, calls by threads
// other than the one that opened the session are not recorded: the buffer has a single writer.
class HostCall {
public:
    // `caller`: the return address of the MPI call.
    explicit HostCall(CallName name, const void* caller = __builtin_return_address(0))
        : turn_(name.index, caller), recorded_(on() && is_recording_thread()) {
        if (!is_followed_thread()) check_other_thread(name.index, caller);
        if (recorded_) enter(name.text, caller);
    }
    LOOP_ALWAYS_INLINE ~HostCall() {
        if (recorded_) gap_.ends_at(leave(site_, leaving_));
    }
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

    bool is_recorded() const { return recorded_; }
    Ticks begin() const { return begin_; }
    // To be called if a test or probe found nothing.
    void is_fruitless() { leaving_ = Leaving::Fruitless; }
    // To be called if the call ends with the last record.
    void ends_with_record() { leaving_ = Leaving::Again; }

    void sent(MPI_Comm comm, int partner, int tag, std::int64_t bytes);
    void posted(MPI_Comm comm, int partner, int tag, std::int64_t bytes);
    // To be called after sent(): the call waited until now, but for the first nanoseconds of it.
    void waited_for_receiver(std::int64_t after_ns);
    // `waited`: the last record is the end of a wait.
    void collective(MPI_Comm comm, int root, std::int64_t bytes, bool waited);
    void collective(const Channel& channel, int root, std::int64_t bytes, bool waited);

private:
    void enter(const char* name, const void* caller);

    CountsGap gap_; // the first member: the call begins before its event is recorded, and ends after it
    Turn turn_;
    bool recorded_;
    SiteIndex site_ = 0;
    Ticks begin_ = 0;
    Leaving leaving_ = Leaving::Now;
};

// To be called only after a successful call with this type.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);

Message received_message(MPI_Comm comm, const MPI_Status& status);
// Records and counts a message that the present call has received.
void record_received(Waiting& waiting, const Message& message);
bool is_message(const MPI_Status& status); // not from MPI_PROC_NULL, not canceled

// Returns whether a receive would find its message; also true if that cannot be tested.
bool has_arrived(MPI_Comm comm, int source, int tag);

} // namespace loop::runtime::trace
