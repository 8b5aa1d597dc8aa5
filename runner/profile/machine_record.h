#pragma once

#include "runner/profile/profile.h"

#include "base/text/json.h"

namespace loop::runner {

/// The profile as run.json and results.json hold it: what was left out of the file is left out here.
Json machine_record(const MachineProfile& profile);

} // namespace loop::runner
