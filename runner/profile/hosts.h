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

/// Gives the profile the hosts of `asked` (empty: its own), and checks that it has hosts where it needs some.
/// Failure (Usage).
void settle_hosts(MachineProfile& profile, const std::string& asked);

/// Asks every host by the profile's `launch.reach`, all at a time. Failure (RunFailed) names those that do
/// not answer within 20 s, and what was said.
void check_hosts_answer(const MachineProfile& profile, Interrupts& interrupts);

/// After a launch that failed: a sentence about the hosts that no longer answer `launch.reach`; empty where all do,
/// and where nobody can be asked. Throws Interrupted where a signal comes meanwhile.
std::string lost_hosts(const MachineProfile& profile, Interrupts& interrupts);

} // namespace loop::runner
