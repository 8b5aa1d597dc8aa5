#pragma once

#include "base/text/json.h"

#include <filesystem>
#include <map>

namespace loop::runner {

/// The current state of this machine: a fixed list of facts, each a value or "unknown". Never contains the
/// user's environment variables. "load" is the average over the last minute before the run; load_average()
/// returns it again afterwards.
Json environment_record();

/// The same facts, all "unknown": for another machine.
Json unknown_environment();

Json load_average();

/// The bytes of each level of cache for data, as the kernel describes them in a folder such as
/// /sys/devices/system/cpu/cpu0/cache; empty if it does not.
std::map<int, long> caches_in(const std::filesystem::path& folder);

} // namespace loop::runner
