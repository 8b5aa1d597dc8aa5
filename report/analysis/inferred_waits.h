#pragma once

#include "report/trace/trace.h"

namespace loop::report {

/// Whether a Wait is anywhere in the trace.
bool tells_waits(const Trace& trace);

/// For traces that tell no Wait (imported archives, simulated machines): adds Wait and, where nothing else
/// ends it, Resume from what the matched times tell: a receive whose message was sent after its call began
/// waited until it was sent; a collective operation that everybody has to reach waited for the last one, a
/// broadcast for its root. A lower bound of the real waiting: transit is not in it.
void infer_waits(Trace& trace);

} // namespace loop::report
