#pragma once

#include "host_calls/logged.h"

#include <loop/call_rules.h>

#include <mpi.h>

#include <cstdint>

// Arguments of host code's MPI calls that break a rule of MPI (CallRule): logged before the entry of the
// call. Buffers are compared by their addresses, those of predefined types. Each function does nothing if
// there is no log, and calls MPI only with types that MPI has accepted.
namespace loop::runtime::trace {

// What the entry says besides the rule.
struct BrokenFacts {
    Signature signature = {};
    std::int32_t combine = 0;
    std::uint64_t request = 0;
};
// A rank logs at most 100 of them, as a program may call in a loop. To be called if logs_here().
void log_broken(const CalledAt& at, CallRule rule, const BrokenFacts& facts = {});

// To be called before a message is sent from the buffer to `to`, or received into it from `from`.
void check_send_buffer(const CalledAt& at, const void* data, int count, MPI_Datatype type, int to);
void check_receive_buffer(const CalledAt& at, const void* data, int count, MPI_Datatype type, int from);
// Of a call that sends from one buffer and receives into the other.
void check_both_buffers(const CalledAt& at, const void* out, int out_count, MPI_Datatype out_type,
                        const void* in, int in_count, MPI_Datatype in_type);

// Begin and end of a receive, by its number in the call log: its buffer is watched.
void begin_pending(std::uint64_t number, const void* data, int count, MPI_Datatype type);
void end_pending(std::uint64_t number);
void give_up_pending(); // MPI uses the handle of a receive again, so a completion was missed

} // namespace loop::runtime::trace
