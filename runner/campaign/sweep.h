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
    int done = 0;     ///< launches made, including warm-ups
    int left = 0;     ///< minimum number of launches to come
    std::optional<double> seconds_left;
};

/// Progress of a running launch that stores its results one by one.
struct KeptNews {
    const Point& point;
    std::string name;
    int kept = 0;       ///< results, including those of the launches that this one continues
    int before = 0;     ///< the part of `kept` from earlier launches
    double seconds = 0; ///< since this launch began
};

/// Receives messages and progress for the user during a sweep.
struct SweepListener {
    Logger logger;
    std::function<void(const LaunchNews&)> launched;
    std::function<void(const KeptNews&)> kept{};
    /// If set, the first signal is reported here and the running launch is finished; a second one stops
    /// everything immediately.
    std::function<void(int signal)> ends_after_launch{};
};

struct SweepRequest {
    Campaign campaign;
    std::optional<std::filesystem::path> output; ///< the sweep's folder; must not exist or be empty
    std::vector<std::string> command;            ///< the command line of the user
};

struct SweepOutcome {
    ExitCode code = ExitCode::Good; ///< the worst of all launches, but for probes
    std::filesystem::path folder;
    std::vector<std::string> failures; ///< why points were not measured, one sentence each
    std::vector<std::string> remarks;  ///< for example: a point has not converged, a probe has failed
    int signal = 0;                    ///< the signal that ended it early, or 0
    bool stopped_at_once = false;      ///< the user sent a second signal
    double used_seconds = 0;           ///< the part of the budget that was used
};

/// Builds every program, launches every point as often as requested, and writes a journal.
/// docs/sweeps.md describes the files in the sweep's folder. Throws Failure for errors that are
/// found before the first launch.
SweepOutcome sweep(const SweepRequest& request, const Compile& compile, const Installation& installation,
                   const SweepListener& listener);

struct ResumeRequest {
    std::filesystem::path folder;
    bool retry_failed = false;            ///< launches failed points again
    std::optional<double> budget_seconds; ///< replaces the planned budget; earlier launches count
};

/// Continues a sweep in the folder where it began. Throws Failure (Usage) if a source, a profile or a build
/// has changed.
SweepOutcome resume(const ResumeRequest& request, const Compile& compile, const Installation& installation,
                    const SweepListener& listener);

/// Returns every command that sweep() would run, in order, as text for people.
std::string dry_run(const SweepRequest& request, const Compile& compile, const Installation& installation);

} // namespace loop::runner
