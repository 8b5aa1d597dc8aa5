#pragma once

#include "base/schedule/local.h"

/// In which order a rank starts messages, and waits for them.
namespace loop::schedule {

enum class StepKind {
    StartSend,
    StartReceive,
    AwaitSend,
    AwaitReceive,
    Arrive,   ///< at a synchronization or collective operation of the group
    AwaitAll, ///< until it is complete: all others have arrived, or what this rank needs of them has
};

struct Step {
    StepKind kind;
    std::size_t message = 0; ///< of a message: its index in `CallSteps::sends` or `receives`

    friend bool operator==(const Step& a, const Step& b) {
        return a.kind == b.kind && a.message == b.message;
    }
};

/// The steps of one call on one rank. Between `begin` and `complete` is the statement of the call. A started
/// call has its `begin` at `\START`; at the `\FINISH`, all calls that it completes first have their `held`,
/// then each has its `complete`.
struct CallSteps {
    std::vector<LocalMessages> sends, receives; ///< each once, in their order
    std::vector<Step> begin, held, complete;
};

/// `here`: the operation on the rank. Messages that are sent several times come as often, after all others.
/// A call without messages that completes others (`Operation::completes`), kernels, and `\DEAL`, whose order
/// depends on time, have no steps. Throws FormatError if the call has more messages than can be listed.
CallSteps steps_of(const Operation& operation, const LocalOperation& here);

/// Whether the ranks of the group meet in it: a synchronization, or a collective operation.
bool is_meeting(const Operation& operation);

} // namespace loop::schedule
