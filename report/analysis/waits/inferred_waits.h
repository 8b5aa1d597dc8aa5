#pragma once

#include "report/trace/trace.h"

namespace loop::report {

/// Whether the trace contains any Wait event.
bool has_waits(const Trace& trace);

/// For traces without Wait events (imported archives, simulated machines): adds Wait events, and Resume
/// events if no message ends the wait, based on the matched times. A receive whose message was sent after its
/// call began waited until the message arrived. A collective operation waited for the rank it needs
/// (collectives.h). A message that was already in flight when its receive began counts as not waited for.
void infer_waits(Trace& trace);

} // namespace loop::report
