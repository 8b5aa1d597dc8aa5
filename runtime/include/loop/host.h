#pragma once

#include <loop/site.h>

namespace loop {

// What host code can ask. All functions here need an open session.

// This rank and the number of ranks; inside \AMONG, the number of this rank in its group, and the number of
// ranks there. Local.
int me(Site site = Site::here());
int nodes(Site site = Site::here());

// Seconds of measured time since \OPEN0: without \UNTIMED, warm-ups, and the runtime's own work. On a
// simulated machine, simulated seconds. Local.
double clock(Site site = Site::here());

// The messages of constructs and of PICL that this rank has sent and received so far, as the sheet counts
// them: without those of \UNTIMED and warm-ups, and without MPI calls of host code.
struct Counters {
    long long messages_sent = 0, bytes_sent = 0;
    long long messages_received = 0, bytes_received = 0;
};
inline Counters operator-(const Counters& now, const Counters& before) {
    return {now.messages_sent - before.messages_sent, now.bytes_sent - before.bytes_sent,
            now.messages_received - before.messages_received, now.bytes_received - before.bytes_received};
}
// Not measured. Local.
Counters counters(Site site = Site::here());

} // namespace loop
