#pragma once

#include <cstdint>
#include <optional>

/// Limits of the control group (version 2) that this process lives in, the tightest on the way to the root.
namespace loop::runner {

std::optional<double> cpu_quota_cores();
std::optional<std::uint64_t> memory_limit_bytes();

} // namespace loop::runner
