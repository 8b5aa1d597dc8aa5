#pragma once

#include <cstdint>
#include <optional>

/// Limits of the control group that this process lives in: the tightest on the way to the root (version 2),
/// those of the root that a container sees (version 1).
namespace loop::runner {

std::optional<double> cpu_quota_cores();
std::optional<std::uint64_t> memory_limit_bytes();

} // namespace loop::runner
