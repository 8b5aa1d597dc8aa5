#pragma once

#include "base/schedule/schedule.h"

/// What one rank does.
namespace loop::schedule {

/// Messages that a rank sends to another one, or receives from it.
struct LocalMessages {
    int partner = 0;
    long long bytes = 0; ///< of each
    long long times = 1;
    long long place = 0; ///< index of the receiver in its sender's list

    friend bool operator==(const LocalMessages& a, const LocalMessages& b) {
        return a.partner == b.partner && a.bytes == b.bytes && a.times == b.times && a.place == b.place;
    }
};

/// One call of a construct on this rank. Without messages, it synchronizes, or completes what was started
/// before.
struct LocalOperation {
    OperationKind kind = OperationKind::Communication;
    int phase = -1; ///< as in `Operation`
    Work work{};
    std::vector<LocalMessages> sends;    ///< in their order
    std::vector<LocalMessages> receives; ///< in their order
};

/// The operations of the rank's execution, in the order of `Execution::operations`; its `program` says how
/// often, and in which order, it executes them. Throws FormatError if the program was not executed as this
/// rank.
std::vector<LocalOperation> local_operations(const Schedule& schedule, int rank);

/// The same of one of these operations. A rank that is not in its groups has no messages.
LocalOperation local_operation(const Schedule& schedule, const Operation& operation, int rank);

/// The execution of the rank. Throws FormatError if there is none.
const Execution& execution_of(const Schedule& schedule, int rank);

} // namespace loop::schedule
