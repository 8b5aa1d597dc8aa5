#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace loop::runner {

using HangClock = std::chrono::steady_clock;

/// That all ranks of a launch stand, as a look has shown: together from `begin` to `end`, at least.
struct Standstill {
    HangClock::time_point begin, end;
    std::vector<StandingRank> ranks; ///< by their numbers
};

/// Looks at the ranks of a launch, now; nothing where one of them does not stand, or nothing is known of it.
using LookAtRanks = std::function<std::optional<Standstill>(HangClock::time_point now)>;

/// Where all of them are on this host.
LookAtRanks look_at_ranks_here(const std::filesystem::path& records, int ranks);

/// Where they are on hosts whose lookouts tell of them. All stand where every host has told so, and together
/// for as long as each is known to have stood by looks of its own: of a host that is no more heard of nothing
/// is known from then on.
LookAtRanks look_at_hosts(const std::filesystem::path& records, int ranks);

} // namespace loop::runner
