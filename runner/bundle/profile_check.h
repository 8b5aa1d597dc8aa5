#pragma once

#include "runner/profile/profile.h"

namespace loop::runner {

/// Whether the profile's texts can be written into a Makefile, a CMakeLists.txt and a job script without
/// changing their meaning. Failure (Usage) that names the profile and the key where one cannot. A pure
/// function.
void check_profile_travels(const MachineProfile& profile);

} // namespace loop::runner
