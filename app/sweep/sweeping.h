#pragma once

#include "app/output/terminal.h"
#include "runner/campaign/sweep.h"

/// Common parts of `loop sweep` and its presets.
namespace loop::app {

/// The common options.
struct SweepOptions {
    std::optional<std::filesystem::path> output;
    std::filesystem::path resume; ///< the folder of the sweep to continue; empty: a new sweep
    std::string budget;           ///< as given; empty: the campaign decides
    bool retry_failed = false;
    bool oversubscribe = false;
    std::string bind; ///< as given; empty: the campaign decides
    bool dry_run = false;
    bool json = false; ///< print the results as JSON instead of the sheet
};

/// A sweep to start. If the options name a sweep to resume, its campaign is used instead.
struct SweepOrder {
    SweepOptions options;
    std::vector<std::string> command; ///< the words of the command line, `loop` first
    runner::Campaign campaign{};
    std::string verb = "sweep";    ///< the verb that resumes it
    std::string subject = "sweep"; ///< what messages call it
    enum class Progress { Launches, Percent } progress = Progress::Launches;
    bool finishes_launch = false; ///< after a first signal, the current launch may finish
    /// Returns how many results a launch of the point saves one by one; 0: unknown.
    std::function<int(const runner::Point&)> results_of{};
    /// Shows the results in the folder instead of the sweep's sheet, and returns the exit code.
    std::function<int(const std::filesystem::path&)> show{};
};

/// Returns the function that compiles the workloads of a sweep and shows errors in them.
runner::Compile compile_for_sweep(const runner::Installation& installation, const Terminal& terminal);

/// Runs the sweep with a line of progress per launch, writes the results to the sweep's folder, and prints
/// its sheet. Returns the exit code.
int run_sweep(SweepOrder order, const Terminal& terminal);

/// Reads the campaign file that the targets name, by path or by the name of a predefined one. Empty if the
/// targets are workloads.
std::optional<runner::Campaign> campaign_file(const std::vector<std::string>& targets,
                                              const runner::Installation& installation);

/// Chooses a short random seed if none was given.
void choose_seed(runner::Campaign& campaign);

} // namespace loop::app
