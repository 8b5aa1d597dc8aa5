#pragma once

#include "base/text/json.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace loop::runner {

/// The current state of this machine: a fixed list of facts, each a value or "unknown". Of the user's
/// environment variables, it contains only those by which MPI and OpenMP are set ("variables", an object);
/// the ranks have the values in `replaced` instead of the user's. "load" is the average over the last minute
/// before the run; load_average() returns it again afterwards.
Json environment_record(const std::map<std::string, std::string>& replaced = {});

/// The same facts, all "unknown": for another machine.
Json unknown_environment();

Json load_average();

/// The free space of /dev/shm; empty if there is none.
std::optional<std::uint64_t> shared_memory_free_bytes();

/// The widest instructions for vectors among a processor's `flags` (of /proc/cpuinfo): "amx", "avx512",
/// "avx2", "avx", "sse2", "sme", "sve", or "neon"; empty if there are none of these.
std::string widest_vectors(const std::string& flags);

/// The bytes of each level of cache for data, as the kernel describes them in a folder such as
/// /sys/devices/system/cpu/cpu0/cache; empty if it does not.
std::map<int, long> caches_in(const std::filesystem::path& folder);

} // namespace loop::runner
