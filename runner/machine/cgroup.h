#pragma once

#include <cstdint>
#include <optional>

/// Limits of the control group that this process lives in: the tightest on the way to the root (version 2),
/// those of the root that a container sees (version 1).
namespace loop::runner {

std::optional<double> cpu_quota_cores();
std::optional<std::uint64_t> memory_limit_bytes();

/// How many processes the system has killed so far because memory, or what a control group may have of it, was used up.
std::uint64_t processes_killed_for_memory();

} // namespace loop::runner
