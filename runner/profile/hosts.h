#pragma once

#include "runner/profile/profile.h"
#include "runner/system/interrupts.h"

#include <string>
#include <vector>

/// The hosts that ranks run on.
namespace loop::runner {

/// Parses the argument of `--hosts`: a list of names (host_list.h) or, if it contains a `/`, the path of a
/// file with lines of them (`#` starts a comment). A name may end in `:RANKS`. Throws Failure (Usage) for an
/// invalid host name.
std::vector<std::string> parse_hosts(const std::string& text);

/// One entry of a list of hosts: `node1` or `node1:4`.
struct HostEntry {
    std::string name;
    std::size_t ranks = 1; ///< as many as the launcher starts there before it goes on to the next host
};
HostEntry host_entry(const std::string& text);

/// Sets the hosts of the profile to `hosts`, unless it is empty. Throws Failure (Usage) if a name is invalid,
/// if required hosts are missing, or if the machine does not accept hosts.
void set_hosts(MachineProfile& profile, const std::string& hosts);

/// Runs the profile's `launch.reach` for all hosts at the same time. Throws Failure (RunFailed) that names
/// the hosts that do not answer within 20 s, with their output.
void check_hosts_answer(const MachineProfile& profile, Interrupts& interrupts);

/// After a failed launch: a sentence about hosts that no longer answer `launch.reach`; empty if all do, or
/// without `launch.reach`. Throws Interrupted on a signal.
std::string lost_hosts(const MachineProfile& profile, Interrupts& interrupts);

} // namespace loop::runner
