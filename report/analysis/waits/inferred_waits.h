#pragma once

#include "report/trace/trace.h"

namespace loop::report {

/// Whether a Wait is anywhere in the trace.
bool tells_waits(const Trace& trace);

/// For traces that tell no Wait (imported archives, simulated machines): adds Wait, and Resume where no
/// message ends it, from what the matched times tell. A receive whose message was sent after its call began
/// waited until it came; a collective operation waited for whom it needs (collectives.h). A message that was
/// under way already when its receive began counts as not waited for.
void infer_waits(Trace& trace);

} // namespace loop::report
