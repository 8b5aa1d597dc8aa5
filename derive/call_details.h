#pragma once

#include "derive/sequence.h"

namespace loop::report::derive {

/// What a log of MPI calls says of a collective operation beyond the trace.
struct CallDetail {
    std::string name;               ///< as in Operation
    std::string combine{};          ///< how a reduction combines, as OP; empty: unknown
    std::string element{};          ///< of a reduction, as TYPE; empty: unknown
    std::vector<long long> slots{}; ///< the bytes for each member of the communicator; empty: equal
};

/// Adds the details of the ranks' calls, in order, if they are the collective operations of the sequences.
/// The notes no longer say that they are unknown.
void add_details(Sequences& sequences, const std::vector<std::vector<CallDetail>>& by_rank);

} // namespace loop::report::derive
