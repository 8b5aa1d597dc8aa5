#pragma once

#include <cstdint>
#include <optional>
#include <vector>

/// Limits of this process on this host. With control groups of version 2, the tightest limit on the path to
/// the root counts; with version 1, the limit of the root that a container sees.
namespace loop::runner {

/// The processors in the affinity mask of this process, ascending; empty if they are unknown.
std::vector<int> affinity_cpus();

/// Number of cores in the process's affinity mask, limited by the CPU quota of its control group. At least 1.
int available_cores();

std::optional<double> cpu_quota_cores();
std::optional<std::uint64_t> memory_limit_bytes();

/// Number of processes that the OOM killer has ended so far, because the memory or the memory limit of a
/// control group was exhausted.
std::uint64_t processes_killed_for_memory();

} // namespace loop::runner
