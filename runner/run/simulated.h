#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/verdict.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"

#include <string>
#include <vector>

/// What is special on simulated machines.
namespace loop::runner {

/// Copies the machine's rates, and whether to execute charged work, to the settings. Throws Failure (Usage)
/// for invalid combinations, also on real machines.
void resolve_simulation(ResolvedRun& run);

/// The launcher's arguments with the option that times host code on this host and scales the time, as
/// `--host-compute measured` requests.
std::vector<std::string> with_measured_host_code(std::vector<std::string> arguments,
                                                 const MachineProfile& profile);

/// Measures this host's operations per second in plain scalar code; takes about 50 ms.
double host_flops_per_second();

/// The member `simulated` of run.json: whether host code was timed and work was left out, makespan and phases
/// of the first complete launch, and the text of the platform file.
formats::RunSimulation simulated_record(const ResolvedRun& run, const std::vector<LaunchResult>& launches);

} // namespace loop::runner
