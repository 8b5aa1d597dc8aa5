#pragma once

#include "constructs/started.h"

#include <loop/rank_status.h>

namespace loop::runtime {

// A message's tag: `wire`, the MPI tag, depends on the arguments of the construct, so a message never matches
// a receive with other arguments, and never overwrites its buffer. `shown` is the tag in traces.
struct MessageTag {
    int wire;
    int shown;
};

// Reads MPI's largest tag; to be called once, at \OPEN0. If MPI has too few tags, or if the launching command
// does not watch for hangs, `wire` equals `shown`.
void learn_tags();

// Two ranks get the same tag if all arguments are equal. `shown` distinguishes messages that may be in
// transit at the same time.
MessageTag argument_tag(int shown, Construct construct, long long first, long long second = 0,
                        long long third = 0);

// The same for what \START begins. `number` is below started_numbers; exchanges with different numbers never
// share a tag, nor does another construct, so their messages may be sent and received in any order.
constexpr int started_numbers = most_started;
MessageTag started_tag(int number, Construct construct, long long first, long long second = 0,
                       long long third = 0);

// The same for messages that a rank receives from any rank. No other construct ever uses these tags, not even
// by chance, but for another call of this one. `turn`, 0 or 1, distinguishes them for sure.
MessageTag any_source_tag(int turn, Construct construct, long long first, long long second);

// The same for one call of a line. Calls have different tags unless they are very many calls apart: a rank
// may be many calls ahead of others.
MessageTag any_source_tag(int shown, Construct construct, long long label, int line, long long call);

} // namespace loop::runtime
