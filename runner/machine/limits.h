#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Limits of this process on this host. Of all control groups on the path to the root, of versions 1 and 2,
/// the tightest limit counts.
namespace loop::runner {

/// The control groups of a process.
struct ControlGroups {
    std::string root = "/sys/fs/cgroup"; ///< where they are mounted
    std::string membership;              ///< the text of /proc/PID/cgroup

    /// Those of this process.
    static ControlGroups own();
};

/// The processors in the affinity mask of this process, ascending; empty if they are unknown.
std::vector<int> affinity_cpus();

/// Number of cores in the process's affinity mask, limited by the CPU quota of its control group. At least 1.
int available_cores();

/// How many cores the processes of the groups may use, of the whole time; empty: any number.
std::optional<double> cpu_quota_cores(const ControlGroups& groups = ControlGroups::own());
std::optional<std::uint64_t> memory_limit_bytes(const ControlGroups& groups = ControlGroups::own());

/// How often a quota stopped the processes of a group, and for how long: the sum over processors.
struct Throttling {
    std::uint64_t times = 0;
    double seconds = 0;
};

/// For each group with such counters, by its folder, since it was made.
std::map<std::string, Throttling> throttling(const ControlGroups& groups = ControlGroups::own());

/// Of the group whose processes were stopped for the longest time between two calls of throttling().
Throttling longest_throttling(const std::map<std::string, Throttling>& before,
                              const std::map<std::string, Throttling>& after);

/// Number of processes that the OOM killer has ended so far, because the memory or the memory limit of a
/// control group was exhausted.
std::uint64_t processes_killed_for_memory();

} // namespace loop::runner
