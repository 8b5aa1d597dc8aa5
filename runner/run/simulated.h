#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/verdict.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"

#include <string>
#include <vector>

/// What differs on simulated machines.
namespace loop::runner {

/// Sets the rates and whether work is executed, which must be requested. Failure (Usage) for invalid
/// combinations, also on real machines.
void settle_simulation(RunRequest& request, const MachineProfile& profile);

/// The launcher's arguments with computation of host code measured and scaled, as `--host-compute measured`
/// asks.
std::vector<std::string> with_measured_host_text(std::vector<std::string> arguments,
                                                 const MachineProfile& profile);

/// Operations per second of this host in plain scalar code; takes some 50 ms.
double host_flops_per_second();

/// run.json's `simulated`: whether host code was timed, makespan and phases of the first complete launch, and
/// the platform's text.
formats::RunSimulation simulated_record(const MachineProfile& profile, bool measure_host_text,
                                        const std::vector<LaunchResult>& launches);

} // namespace loop::runner
