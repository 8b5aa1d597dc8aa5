#pragma once

#include "comm/messages.h"
#include "comm/send_plan.h"

namespace loop::runtime {

// Starts the exchange of a \SEND or \RELAY: works out its messages if its arguments are new, places them in
// the user's data or the runtime's buffers, and counts the call. end_send() counts and verifies its messages.
PendingExchange& begin_send(SiteEntry& entry, const SendCall& call); // at the present depth
PendingExchange& begin_send(PendingExchange& pending, SiteEntry& entry, const SendCall& call);
void end_send(PendingExchange& pending);

// Adds a note for each line whose calls have moved nothing on any rank. On rank 0, before the record.
void note_silent_sends();

// The messages of pairs, or of a \SEND or \RELAY, are complete.
inline void end_call(PendingExchange& pending) {
    if (pending.entry->sends != nullptr)
        end_send(pending);
    else
        end_exchange(pending);
}

} // namespace loop::runtime
