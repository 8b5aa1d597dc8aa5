#pragma once

#include "runner/campaign/campaign.h"
#include "runner/profile/profile.h"

#include <string>
#include <vector>

/// What `loop apexmap` knows before it launches anything.
namespace loop::app {

/// Returns the values of a parameter in the series; empty if it does not set the parameter.
std::vector<std::string> values_in(const runner::Series& series, const std::string& name);

/// Whether a version of Apex-Map uses receive buffers, whose number is B.
bool uses_buffers(const std::string& version);

/// Refuses values that no launch could measure: axes, versions, and M that its ranks or blocks do not divide,
/// or that is larger than the memory of this machine, if one of the profiles launches ranks here. Each
/// message says where and what was seen. Throws Failure with the exit code of a wrong usage.
void check_apexmap(const runner::Series& series, const std::vector<runner::MachineProfile>& profiles);

} // namespace loop::app
