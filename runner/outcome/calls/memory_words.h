#pragma once

#include "runner/outcome/calls/finding.h"
#include "runner/outcome/calls/grouped_calls.h"

namespace loop::runner {

/// A buffer that is not, or not completely, in memory of the program (CallRule::Memory). `other`: the call
/// whose buffer it was, if that was good when the call began; null: the call itself.
void describe_memory(CallWords& words, const GroupedCall& broken);

} // namespace loop::runner
