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
    std::int64_t beat = 0;
    HostState state = HostState::Progresses;
    double seconds = 0; ///< for which all its ranks have been stalled
    std::vector<StalledRank> ranks;
};

/// The report on the host whose first rank is `first`; empty if there is none, or none that is whole and
/// of a launch of `ranks` ranks: a file system may show a part of what was written.
std::optional<HostNews> read_host_report(const std::filesystem::path& records, int first, int ranks);

std::filesystem::path host_report_file(const std::filesystem::path& records, int first);

/// The command's communication with the host watchdogs of a launch, by files in the folder of the records
/// (docs/record-format.md). The files are removed after the launch.
class HostWatchdogs {
public:
    /// Before the launch: creates the order file, as other hosts may see a new file late.
    HostWatchdogs(std::filesystem::path records, int ranks);
    ~HostWatchdogs();
    HostWatchdogs(const HostWatchdogs&) = delete;
    HostWatchdogs& operator=(const HostWatchdogs&) = delete;

    /// Makes each watchdog request traces from the ranks of its host.
    void request_traces(HangClock::time_point now);
    /// Whether all watchdogs that had reported before have answered, or have been silent for so long that
    /// their process must have exited.
    bool have_flushed(HangClock::time_point now);

    /// Uses the status of ranks reported by watchdogs if it is newer than the ranks' own files as seen here.
    void add_newer(std::vector<RankOutcome>& outcomes) const;

private:
    std::filesystem::path records_;
    int ranks_;
    struct Awaited {
        int first; ///< rank of the host
        std::int64_t beat;
    };
    std::vector<Awaited> awaited_;
    HangClock::time_point asked_{};
};

/// Whether a rank wrote `a` later than `b`: its counters only grow.
bool is_newer(const RankStatus& a, const RankStatus& b);

} // namespace loop::runner
