#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace loop::runner {

using HangClock = std::chrono::steady_clock;

/// All ranks of a launch are stalled, at least from `begin` to `end`.
struct Stall {
    HangClock::time_point begin, end;
    std::vector<StalledRank> ranks; ///< by their numbers
};

/// Checks the ranks of a launch now; empty if a rank makes progress or is unknown.
using LookAtRanks = std::function<std::optional<Stall>(HangClock::time_point now)>;

/// All ranks are on this host.
LookAtRanks look_at_local_ranks(const std::filesystem::path& records, int ranks);

/// Ranks are on hosts with watchdogs. All are stalled if every host reports so, for the time that all reports
/// have in common. A host that stops reporting is unknown from then on.
LookAtRanks look_at_hosts(const std::filesystem::path& records, int ranks);

} // namespace loop::runner
