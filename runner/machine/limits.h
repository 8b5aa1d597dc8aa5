#pragma once

#include <cstdint>
#include <optional>

/// What this process may use of this host: by its control group the tightest limit on the way to the root
/// (version 2), that of the root which a container sees (version 1).
namespace loop::runner {

/// Cores: its affinity, cut by the CPU quota of its control group. At least 1.
int available_cores();

std::optional<double> cpu_quota_cores();
std::optional<std::uint64_t> memory_limit_bytes();

/// How many processes the system has killed so far because memory, or what a control group may have of it,
/// was used up.
std::uint64_t processes_killed_for_memory();

} // namespace loop::runner
