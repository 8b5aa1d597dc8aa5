#pragma once

#include "runner/outcome/verdict.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"

#include "base/formats/run_record.h"

#include <string>
#include <vector>

/// What is different where the machine exists only as a model.
namespace loop::runner {

/// Rates into the settings, and whether work is executed: only if that was asked for. Failure (Usage) for
/// what makes no sense, here or on a real machine.
void settle_simulation(RunRequest& request, const MachineProfile& profile);

/// The launcher's arguments with computation of host text measured and scaled, as `--host-compute measured`
/// asks.
std::vector<std::string> with_measured_host_text(std::vector<std::string> arguments,
                                                 const MachineProfile& profile);

/// Operations a second of this host in plain scalar code; takes some 50 ms.
double host_flops_per_second();

/// run.json's `simulated`: whether host text was timed, makespan and phases of the first complete launch, and
/// the platform's text.
formats::RunSimulation simulated_record(const MachineProfile& profile, bool measure_host_text,
                                        const std::vector<LaunchResult>& launches);

} // namespace loop::runner
