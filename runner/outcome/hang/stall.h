#pragma once

#include <loop/host_report.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace loop::runner {

using HangClock = std::chrono::steady_clock;

/// An interval in which all ranks of a launch are stalled; the stall may be longer.
struct Stall {
    HangClock::time_point begin, end;
    std::vector<StalledRank> ranks; ///< in the order of their numbers
};

/// Checks the ranks of a launch now. Returns their stall, or nothing if a rank makes progress or its state is
/// unknown.
using LookAtRanks = std::function<std::optional<Stall>(HangClock::time_point now)>;

/// For launches with all ranks on this host.
LookAtRanks look_at_local_ranks(const std::filesystem::path& records, int ranks);

/// For launches on hosts with watchdogs. All ranks are stalled if every host reports so; the stall is the
/// interval that all reports have in common. The state of a host that stops reporting is unknown from then
/// on.
LookAtRanks look_at_hosts(const std::filesystem::path& records, int ranks);

} // namespace loop::runner
