#pragma once

#include "runner/campaign/journal.h"
#include "runner/campaign/plan.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// A launch that has ended.
struct LaunchNews {
    const Point& point;
    const JournalEntry& entry;
    std::string name; ///< description of the point
    int done = 0;     ///< launches made, warm-ups too
    int left = 0;     ///< launches to come at least
    std::optional<double> seconds_left;
};

/// Progress of a running launch that stores its results one by one.
struct KeptNews {
    const Point& point;
    std::string name;
    int kept = 0;       ///< results, those of the launches that this one continues too
    int before = 0;     ///< of those
    double seconds = 0; ///< since this launch began
};

/// Words for the user while a sweep goes on.
struct SweepListener {
    Logger logger;
    std::function<void(const LaunchNews&)> launched;
    std::function<void(const KeptNews&)> kept{};
    /// If set, the first signal is reported here and the running launch is finished; a second one stops
    /// everything at once.
    std::function<void(int signal)> ends_after_launch{};
};

struct SweepRequest {
    Campaign campaign;
    std::optional<std::filesystem::path> output; ///< the sweep's folder; must not exist or be empty
    std::vector<std::string> command;            ///< as it was asked for
};

struct SweepOutcome {
    ExitCode code = ExitCode::Good; ///< the worst that happened to a launch
    std::filesystem::path folder;
    std::vector<std::string> failures; ///< what kept points from being measured, one sentence each
    std::vector<std::string> remarks;  ///< not converged, time used up
    int signal = 0;                    ///< that ended it before its time, or 0
    bool stopped_at_once = false;      ///< the user asked twice
};

/// Builds every program, launches every point as often as wanted, and keeps a journal. What it leaves in its
/// folder is described in docs/campaign-format.md. Failure for what can be refused before the first launch.
SweepOutcome sweep(const SweepRequest& request, const Compile& compile, const Installation& installation,
                   const SweepListener& listener);

struct ResumeRequest {
    std::filesystem::path folder;
    bool retry_failed = false;            ///< launches points again that have failed
    std::optional<double> budget_seconds; ///< instead of the planned one; earlier launches count
};

/// Continues a sweep in the folder where it began. Failure (Usage) if a source, a profile or a build has
/// changed.
SweepOutcome resume(const ResumeRequest& request, const Compile& compile, const Installation& installation,
                    const SweepListener& listener);

/// Every command that sweep() would run, in order, for reading.
std::string dry_run(const SweepRequest& request, const Compile& compile, const Installation& installation);

} // namespace loop::runner
