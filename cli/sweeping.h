#pragma once

#include "cli/verbs.h"
#include "runner/campaign/sweep.h"

/// Common parts of `loop sweep` and its presets.
namespace loop::cli {

/// The options that they share.
struct SweepOptions {
    std::optional<std::filesystem::path> output;
    std::filesystem::path resume; ///< the folder to go on in; empty: a new sweep
    std::string budget;           ///< as given; empty if the campaign has its say
    bool retry_failed = false;
    bool dry_run = false;
    bool json = false; ///< print the results as JSON instead of the sheet
};

/// Whether a sweep stops by `--budget`, which holds beside `--resume`.
enum class Budget { Stops, Plans };

/// Defines them. What `app` has already plans a sweep and is refused beside `--resume`.
void define_sweep_options(Arguments& app, SweepOptions& options, Budget budget);

/// A sweep to start; if its options resume one, the resumed campaign is used.
struct SweepOrder {
    SweepOptions options;
    runner::Campaign campaign{};
    std::string verb = "sweep";    ///< of the command that continues it
    std::string subject = "sweep"; ///< what is carried out, for the user
    enum class Progress { Launches, Percent } progress = Progress::Launches;
    bool finishes_launch = false; ///< a first signal lets the launch that runs end by itself
    /// How many results a launch of the point keeps one by one; 0: not known.
    std::function<int(const runner::Point&)> results_of{};
    /// Shows what was measured in the folder in place of the sweep's sheet, and returns the exit code.
    std::function<int(const std::filesystem::path&)> show{};
};

/// How the workloads of a sweep are compiled; mistakes in them are shown.
runner::Compile compile_for_sweep(const runner::Installation& installation, const Terminal& terminal);

/// Measures, with a line for each launch, leaves the results in the sweep's folder and prints its sheet.
/// Returns the exit code.
int carry_out(SweepOrder order, Context& context);

/// The one campaign file among the targets, by its path or, as workloads are, by its name; empty if the
/// targets are workloads.
std::optional<runner::Campaign> campaign_file(const std::vector<std::string>& targets,
                                              const runner::Installation& installation);

/// Chooses a short random seed if none was given.
void settle_seed(runner::Campaign& campaign);

} // namespace loop::cli
