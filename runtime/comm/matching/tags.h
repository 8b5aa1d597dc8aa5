#pragma once

#include <loop/rank_status.h>

namespace loop::runtime {

// A message's tag: on the wire it says with what arguments the construct was called, so that a message never
// meets a receive of other arguments, and nothing is overwritten by one; in traces it is the channel's own.
struct MessageTag {
    int wire;
    int shown;
};

// Reads what MPI allows: once, at \OPEN0. Where it has few tags, and where nobody watches over the run and
// would end one that hangs for it, `wire` is `shown`.
void learn_tags();

// Equal on two ranks when all of it is; `shown` tells apart what may be on its way at the same time.
MessageTag argument_tag(int shown, Construct construct, long long first, long long second = 0,
                        long long third = 0);

} // namespace loop::runtime
