#pragma once

#include "trace/communicators.h"

#include <mpi.h>

#include <cstdint>

namespace loop::runtime::trace {

// What host text has begun and not completed yet. A library may give the same handle to several sends that
// are done already: they are counted.
struct Begun {
    enum class What : std::uint8_t { Send, Receive, Collective };
    What what = What::Send;
    bool persistent = false;
    bool active = true;
    MPI_Comm comm = MPI_COMM_NULL;
    int partner = -1; // of a receive as it was asked for; of a collective the root
    int tag = 0;
    std::int64_t bytes = 0;
    int same_handle = 1;
};

void remember_request(MPI_Request request, const Begun& begun);
Begun* find_request(MPI_Request request); // null for what was not seen; until the next remember or forget
void forget_request(MPI_Request request);

} // namespace loop::runtime::trace
