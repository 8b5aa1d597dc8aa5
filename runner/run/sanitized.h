#pragma once

#include "runner/outcome/verdict.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// Lets programs be built with AddressSanitizer (`--sanitize`). Throws Failure (Usage) for a simulated
/// machine.
void sanitize_programs(MachineProfile& profile);

/// Notes in the verdict that this changes the times.
void note_sanitized(Verdict& verdict);

} // namespace loop::runner
