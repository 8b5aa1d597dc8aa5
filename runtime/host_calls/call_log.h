#pragma once

#include "host_calls/gaps.h"
#include "host_calls/signatures.h"
#include "session/frames.h"
#include "session/session.h"
#include "session/waits.h"

#include <loop/call_log.h>
#include <loop/calls.h>

#include <mpi.h>

#include <cstdint>
#include <type_traits>

namespace loop::runtime::trace {

// Writes what host code asks of MPI to the log in <loop/call_log.h>. Calls of other threads than the first
// one are not logged. Makes no MPI calls unless stated.

struct CallLog {
    LoggedCall* next = nullptr; // both null: not open, or closed
    LoggedCall* end = nullptr;
    CallLogHeader* header = nullptr;
    bool grows = false;
    std::uint64_t last_number = 0; // of requests and objects
};
extern CallLog the_call_log;

// Creates `<records>/rank-<r>.calls` if the launch is watched. To be called before the first MPI call.
// `entries_at_first`: of a log that grows, so many are in memory from the start.
void open_call_log(int rank, std::size_t entries_at_first = 0);
void open_call_log_late(); // the same at \OPEN0, if the rank was not known before
void close_call_log();     // nothing follows

void miss_in_log(std::uint32_t why); // one or more of log_misses_*; any thread
void continue_log();                 // at its end: the log of a recorded program grows, others are full

inline bool is_logging() {
    return tells && the_call_log.next != the_call_log.end;
}

inline std::uint64_t next_number() {
    return ++the_call_log.last_number;
}

// An MPI call of host code: which and from where.
struct CalledAt {
    std::uint16_t call;
    const void* caller;
};

// What an entry says besides where it was made; the same names as in LoggedCall.
struct CallFacts {
    CallEvent event;
    CallObject object = CallObject::None;
    int partner = -1;
    int tag = 0;
    std::int32_t combine = 0;
    Signature signature = {};
    std::uint64_t communicator = 0;
    std::uint64_t request = 0;
};

constexpr int entries_ahead = 8; // their memory is fetched before they are written

// To be called if is_logging(), by a thread that is followed.
inline void log_at(const CalledAt& at, const CallFacts& facts, std::uint64_t place) {
    LoggedCall& entry = *the_call_log.next;
    __builtin_prefetch(&entry + entries_ahead, 1);
    entry.event = facts.event;
    entry.object = facts.object;
    entry.call = at.call;
    entry.partner = facts.partner;
    entry.tag = facts.tag;
    entry.combine = facts.combine;
    entry.count = facts.signature.count;
    entry.type = facts.signature.type;
    entry.communicator = facts.communicator;
    entry.request = facts.request;
    entry.address = linked_address(at.caller);
    entry.place = place;
    CallLogHeader& header = *the_call_log.header;
    __atomic_store_n(&header.calls, header.calls + 1, __ATOMIC_RELEASE);
    if (++the_call_log.next == the_call_log.end) continue_log();
}
inline void log_at(const CalledAt& at, const CallFacts& facts) {
    log_at(at, facts, gaps.on ? take_gap() : static_cast<std::uint64_t>(the_session.sequence));
}

// Whether the log has every call, and what its messages contain: that of a recorded program.
inline bool logs_all() {
    return gaps.on && is_logging();
}

// Changes the event of the last entry, unless it is another one than expected. To be called if is_logging().
inline bool turn_last_entry(CallEvent from, CallEvent to) {
    if (the_call_log.header->calls == 0) return false;
    LoggedCall& last = *(the_call_log.next - 1);
    if (last.event != from) return false;
    last.event = to;
    return true;
}

} // namespace loop::runtime::trace

// Must be in the MPI function itself, as it reads the return address.
#define LOOP_CALLED_AT(Name)                                                                                 \
    loop::runtime::trace::CalledAt {                                                                         \
        std::integral_constant<std::uint16_t, loop::call_index("MPI_" #Name)>::value,                        \
            __builtin_return_address(0)                                                                      \
    }
