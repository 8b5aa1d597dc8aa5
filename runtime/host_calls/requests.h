#pragma once

#include "host_calls/channels.h"
#include "host_calls/type_sequence.h"

#include <loop/calls.h>
#include <loop/collective_data.h>
#include <loop/rank_status.h>

#include <mpi.h>

#include <cstdint>

namespace loop::runtime::trace {

// A request that host code has started and not completed yet. A library may use one handle for several sends
// that are already complete: `same_handle` counts them.
struct Begun {
    enum class What : std::uint8_t { Send, Receive, Collective };
    What what = What::Send;
    bool persistent = false;
    bool active = true;
    bool started = false;              // persistent requests: at least once
    bool canceling = false;            // MPI_Cancel was called
    WaitKind kind = WaitKind::Nothing; // the call that started it
    int same_handle = 1;
    MPI_Comm comm = MPI_COMM_NULL;
    int partner = -1; // of a receive, as requested; of a collective, the root
    int tag = 0;
    std::int64_t bytes = 0; // if a trace is recorded
    std::int64_t count = 0; // of a collective: must be the same on all ranks
    std::int64_t type = 0;
    std::int64_t operation = 0;                // index of the collective on its communicator, from 1
    std::uint64_t address = 0;                 // the return address of the call
    std::uint64_t number = 0;                  // in the call log; 0: not logged
    Signature signature;                       // of a persistent request
    CallKind operation_kind = CallKind::Other; // of a collective
    GivenAndGot moves;                         // of a persistent collective, each time that it is started
};

// Returns true on the one thread whose calls are published or recorded.
bool keeps_requests();

// A message that a matching probe has found, for the receive that follows.
struct ProbedMessage {
    MPI_Comm comm = MPI_COMM_NULL;
    int source = MPI_ANY_SOURCE;
    int tag = MPI_ANY_TAG;
    std::uint64_t number = 0; // in the call log; 0: not logged
};
void remember_message(MPI_Message message, const ProbedMessage& probed);
ProbedMessage take_message(MPI_Message message);

void remember_request(MPI_Request request, const Begun& begun);
Begun* find_request(MPI_Request request); // null if unknown; valid until the next remember or forget
void forget_request(MPI_Request request);

} // namespace loop::runtime::trace
