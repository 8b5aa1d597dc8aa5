#pragma once

#include "report/derive/sequence.h"
#include "report/trace/trace.h"

#include <stdexcept>

namespace loop::report::derive {

/// No program can be derived; the text says why.
struct DeriveError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws DeriveError if the trace does not show everything that the ranks communicated.
Sequences read_sequences(const Trace& trace);

/// The construct that does what a collective call does: "ALLREDUCE" for "MPI_Iallreduce". Empty if there is
/// none.
std::string collective_construct(const std::string& call);

} // namespace loop::report::derive
