#pragma once

#include "derive/sequence.h"
#include "trace/read/trace.h"

#include <stdexcept>

namespace loop::report::derive {

/// No program can be derived; the text says why.
struct DeriveError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The trace does not show all that the ranks communicated. What all ranks show can be derived.
struct NotWhole : DeriveError {
    using DeriveError::DeriveError;
};

/// Throws NotWhole if the trace is not that of the whole program, and DeriveError if it has only samples.
Sequences read_sequences(const Trace& trace);

/// Of a trace that may be cut off, or lack ranks: what happened on all ranks that took part. Throws
/// DeriveError if that is nothing.
Sequences read_first_operations(const Trace& trace);

/// The construct that does what a collective call does: "ALLREDUCE" for "MPI_Iallreduce". Empty if there is
/// none.
std::string collective_construct(const std::string& call);

} // namespace loop::report::derive
