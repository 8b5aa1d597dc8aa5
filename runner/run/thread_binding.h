#pragma once

#include "compiler/check/summary.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// Leaves the ranks of a program whose constructs start threads unbound: a launcher that binds each rank to a
/// core would put all of its threads there.
void settle_threads(const compiler::ProgramSummary& program, MachineProfile& profile);

} // namespace loop::runner
