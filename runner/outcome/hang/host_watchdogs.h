#pragma once

#include "runner/outcome/hang/stall.h"
#include "runner/outcome/ranks/rank_outcome.h"

#include <loop/host_report.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace loop::runner {

/// The last report of a host watchdog.
struct HostNews {
    std::int64_t heartbeat = 0;
    HostState state = HostState::Progresses;
    double seconds = 0; ///< for how long all its ranks have been stalled
    std::vector<StalledRank> ranks;
};

/// The report on the host whose first rank is `first`. Empty if there is no complete report of a launch with
/// `ranks` ranks: a file system may show only a part of what was written.
std::optional<HostNews> read_host_report(const std::filesystem::path& records, int first, int ranks);

std::filesystem::path host_report_file(const std::filesystem::path& records, int first);

/// Exchanges files with the host watchdogs of a launch, in the folder of the records (docs/record-format.md).
/// The files are removed after the launch.
class HostWatchdogs {
public:
    /// Construct this before the launch: it creates the order file, because other hosts may see a new file
    /// late.
    HostWatchdogs(std::filesystem::path records, int ranks);
    ~HostWatchdogs();
    HostWatchdogs(const HostWatchdogs&) = delete;
    HostWatchdogs& operator=(const HostWatchdogs&) = delete;

    /// Tells each watchdog to request traces from the ranks of its host.
    void request_traces(HangClock::time_point now);
    /// Whether every watchdog that had reported before the order has answered it, or has been silent for so
    /// long that its process must have exited.
    bool have_flushed(HangClock::time_point now);

    /// Replaces a rank's status by the one that a watchdog reported, if that is newer than the rank's own
    /// file as seen on this host.
    void add_newer(std::vector<RankOutcome>& outcomes) const;

private:
    std::filesystem::path records_;
    int ranks_;
    struct Awaited {
        int first; ///< the lowest rank of the host
        std::int64_t heartbeat;
    };
    std::vector<Awaited> awaited_;
    HangClock::time_point requested_{};
};

/// Whether a rank wrote `a` after `b`: its counters only grow.
bool is_newer(const RankStatus& a, const RankStatus& b);

} // namespace loop::runner
