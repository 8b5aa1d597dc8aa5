#pragma once

#include "runner/profile/profile.h"
#include "runner/system/interrupts.h"

#include <string>
#include <vector>

/// The hosts that ranks go to.
namespace loop::runner {

/// What `--hosts` says: names separated by commas, or, with a `/` in it, a file with a name a line (`#`
/// begins a comment). A name may end in `:RANKS`. Failure (Usage) for what is no name of a host.
std::vector<std::string> parse_hosts(const std::string& text);

/// Sets the hosts of the profile to `asked` (empty: keeps its own) and checks that required hosts are given.
/// Failure (Usage).
void settle_hosts(MachineProfile& profile, const std::string& asked);

/// Runs the profile's `launch.reach` for all hosts at the same time. Failure (RunFailed) names those that do
/// not answer within 20 s, with their output.
void check_hosts_answer(const MachineProfile& profile, Interrupts& interrupts);

/// After a failed launch: a sentence about hosts that no longer answer `launch.reach`; empty if all do, or
/// without `launch.reach`. Throws Interrupted on a signal.
std::string lost_hosts(const MachineProfile& profile, Interrupts& interrupts);

} // namespace loop::runner
