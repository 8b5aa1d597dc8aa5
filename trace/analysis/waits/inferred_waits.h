#pragma once

#include "trace/read/trace.h"

namespace loop::report {

/// Whether the trace contains any Wait event.
bool has_waits(const Trace& trace);

/// For traces without Wait events (imported archives): adds Wait events, and Resume
/// events if no message ends the wait. LOOP infers the waits from the times of matched messages. If a message
/// was sent after the call of its receive began, the receive waited until the message arrived. If the message
/// was already in flight, the receive did not wait. A collective operation waited for the rank it needs
/// (collectives.h).
void infer_waits(Trace& trace);

} // namespace loop::report
