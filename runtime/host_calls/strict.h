#pragma once

#include "host_calls/channels.h"
#include "host_calls/requests.h"

#include <mpi.h>

#include <cstdint>

// `loop run --strict`: calls of host code behave as strictly as MPI allows, so that a program that only works
// because MPI buffers messages, or because messages arrive in a certain order, fails. Each function does
// nothing, or the usual thing, in other runs.
namespace loop::runtime::trace {

extern bool is_strict;
void open_strict(); // reads the settings

// Which of two MPI functions of the same type to call.
template <class Function>
Function* strictly(Function* usual, Function* strict) {
    return is_strict ? strict : usual;
}

// Before a collective operation that need not synchronize its ranks: they meet.
void meet_if_strict(MPI_Comm comm);

// A receive from any rank: returns the rank to receive from, chosen by the seed among those whose messages
// are there after a short time. Returns `source` if it names a rank or if no message is there.
int choose_source_strictly(MPI_Comm comm, int source, int tag);
inline int choose_source(MPI_Comm comm, int source, int tag) {
    return is_strict ? choose_source_strictly(comm, source, tag) : source;
}

int strict_sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                    int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                    MPI_Status* status);

// The buffer of a message that is under way. That of a send must not change. A receive puts its message into
// `own` until it completes, so that every change of `data` before is one by host code. Not watched: data of
// derived types, persistent requests, and programs of which several threads may call MPI.
struct WatchedBuffer {
    const void* data = nullptr; // null: not watched
    std::size_t bytes = 0;
    std::uint64_t hash = 0;
    char* own = nullptr;
};

// To be called before the call, with its request's number. `watch_receive` returns the buffer to receive
// into. In other runs, `watch_send` keeps a sample of the buffer.
void watch_send(std::uint64_t number, const void* data, int count, MPI_Datatype type);
void* watch_receive(std::uint64_t number, void* data, int count, MPI_Datatype type);

// The send shares its handle with another one, so it is not certain which of them a call completes.
void forget_sample(std::uint64_t number);

// To be called when the request has completed, before it is logged: returns whether host code wrote to the
// buffer. Then it holds what was received.
bool end_watch(std::uint64_t number, const MPI_Status& status);

} // namespace loop::runtime::trace
