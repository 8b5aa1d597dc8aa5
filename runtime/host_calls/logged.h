#pragma once

#include "host_calls/call.h"
#include "host_calls/call_log.h"
#include "host_calls/requests.h"
#include "host_calls/wait.h"
#include "session/inlining.h"

#include <mpi.h>

#include <cstdint>

// Entries of the call log for each kind of MPI call. Each function does nothing if there is no log. If
// a thread calls it that is not followed, it marks the log as incomplete.
namespace loop::runtime::trace {

inline bool is_logged_thread() {
    if (is_followed_thread()) return true;
    miss_in_log(log_misses_threads);
    return false;
}

inline bool logs_here() {
    return is_logged_thread() && is_logging();
}

// The signature, if it is logged: only threads that are followed may ask for it.
inline Signature signature_here(std::int64_t count, MPI_Datatype type) {
    return logs_here() ? signature_of(count, type) : Signature{};
}

// Returns the number for a request that a call is about to create; 0: it is not logged.
inline std::uint64_t number_request() {
    return logs_here() ? next_number() : 0;
}

LOOP_ALWAYS_INLINE void log_message(const CalledAt& at, CallEvent event, MPI_Comm comm, int partner, int tag,
                                    const Signature& signature, std::uint64_t request = 0) {
    if (!logs_here() || partner == MPI_PROC_NULL) return;
    CallFacts facts{event};
    facts.partner = world_rank(comm, partner);
    facts.tag = tag == MPI_ANY_TAG ? -1 : tag;
    facts.signature = signature;
    facts.communicator = communicator_number(comm);
    facts.request = request;
    log_at(at, facts);
}

inline void log_bytes(const CalledAt& at, std::int64_t given, std::int64_t taken, int partner = -1);

// The bytes of the message that the last entry sends, if its signature does not say them.
inline void log_bytes_sent(const CalledAt& at, int to, int count, MPI_Datatype type) {
    if (to == MPI_PROC_NULL || !logs_here() || !logs_all()) return;
    const std::uint64_t said = signature_of(count, type).type;
    if (said == unknown_signature || said >= first_mixed_signature) log_bytes(at, bytes_of(count, type), 0);
}

inline void log_received(const CalledAt& at, MPI_Comm comm, const MPI_Status& status,
                         std::uint64_t request = 0, const Signature& signature = {}) {
    log_message(at, CallEvent::Received, comm, status.MPI_SOURCE, status.MPI_TAG, signature, request);
}

// To be called when a receive without a request has completed: its entry is the last one.
inline void log_taken(const CalledAt& at, MPI_Comm comm, int source, int tag, const MPI_Status& status) {
    if (!logs_here()) return;
    const bool is_named = source >= 0 && tag >= 0;
    if (!is_named || !turn_last_entry(CallEvent::Receive, CallEvent::Taken)) log_received(at, comm, status);
}

// Completed or Canceled.
inline void log_request(const CalledAt& at, CallEvent event, std::uint64_t request) {
    if (request == 0 || !logs_here()) return;
    CallFacts facts{event};
    facts.request = request;
    log_at(at, facts);
}

// What the call gives to and gets from a rank of its communicator; -1: in total.
inline void log_bytes(const CalledAt& at, std::int64_t given, std::int64_t taken, int partner) {
    CallFacts facts{CallEvent::Bytes};
    facts.partner = partner;
    facts.signature.count = given;
    facts.signature.type = static_cast<std::uint64_t>(taken);
    log_at(at, facts);
}

// A call of which only the name is known.
inline void log_unlogged(const CalledAt& at) {
    if (gaps.on && logs_here()) log_at(at, CallFacts{CallEvent::Unlogged});
}

// Made or Freed.
inline void log_object(const CalledAt& at, CallEvent event, CallObject object, std::uint64_t number,
                       std::uint64_t communicator = 0) {
    if (number == 0 || !logs_here()) return;
    CallFacts facts{event, object};
    facts.communicator = communicator;
    facts.request = number;
    log_at(at, facts);
}

// A call that was logged and then failed has had no effect, or not all of it.
inline int logged(int code, std::uint32_t missing) {
    if (code != MPI_SUCCESS) miss_in_log(missing);
    return code;
}

} // namespace loop::runtime::trace
