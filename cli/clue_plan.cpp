#include "cli/clue_plan.h"

#include "cli/source_input.h"
#include "cli/sweeping.h"
#include "report/clue/clue.h"
#include "runner/campaign/clue_proposal.h"
#include "runner/campaign/sweep.h"
#include "runner/launch/machine_kind.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::cli {

using runner::ClueSettings;
using runner::Variation;

namespace {

constexpr double usual_budget_seconds = 1800;
constexpr double min_trial_seconds = 0.5, max_trial_seconds = 30;
constexpr double quick_trial_seconds = 0.15;
constexpr int min_trials = 4; // fewer trials allow no conclusions
constexpr int usual_iterations = 20;
constexpr int simulated_iterations = 2; // all iterations of a model give the same result

// For the launches that time a variation.
constexpr long long timing_side = 1024;
constexpr int timing_iterations = 2;
constexpr double timing_limit_seconds = 120;

// Trials that take longer are considered hung.
constexpr double min_limit_seconds = 60, limit_over_longest = 20;

/// The time that a trial takes, by variation.
struct Timing {
    std::map<std::string, double> seconds_of_cell; ///< time of one transition
    double overhead_seconds = 1;                   ///< mean time of a timing launch
    int untimed_iterations = usual_iterations;     ///< for variations without an entry in seconds_of_cell
};

runner::Campaign timing_campaign(ClueSettings settings) {
    settings.ranks = {1};
    settings.trial_limit_seconds = settings.trial_limit_seconds.value_or(timing_limit_seconds);
    const auto variations = runner::clue_variations(settings, std::min(*settings.width, timing_side),
                                                    std::min(*settings.height, timing_side));
    std::map<std::string, int> iterations;
    for (const Variation& variation : variations)
        iterations[variation.name] = timing_iterations;
    return runner::clue_campaign(settings, variations, iterations, 1);
}

/// Launches each variation once, on one rank and a small grid.
Timing time_variations(const ClueSettings& settings, Context& context) {
    const runner::Installation installation = runner::find_installation();
    const runner::TemporaryDirectory folder;
    double wall = 0;
    int launches = 0;
    const runner::SweepListener listener{logger_to(context.terminal), [&](const runner::LaunchNews& news) {
                                             wall += news.entry.seconds;
                                             ++launches;
                                         }};
    const runner::SweepOutcome outcome =
        runner::sweep({timing_campaign(settings), folder.path() / "timing", {}},
                      compile_for_sweep(installation, context.terminal), installation, listener);
    if (outcome.signal != 0) throw runner::Failure(outcome.code, "stopped while timing the trials");
    Timing timing;
    for (const report::ClueFigure& figure :
         report::clue_report(report::read_sweep(folder.path() / "timing")).figures)
        timing.seconds_of_cell[figure.variation] = 1e-6 / figure.act;
    if (launches > 0) timing.overhead_seconds = wall / launches;
    return timing;
}

struct Length {
    std::map<std::string, int> iterations;
    double longest_seconds = 0; ///< of one trial
    double round_seconds = 0;   ///< one trial of each variation on each number of ranks
};

Length length_of(const ClueSettings& settings, const std::vector<Variation>& variations, const Timing& timing,
                 bool quick) {
    Length length;
    const double cells = static_cast<double>(*settings.width) * static_cast<double>(*settings.height);
    for (const Variation& variation : variations) {
        const auto known = timing.seconds_of_cell.find(variation.name);
        const double each = known == timing.seconds_of_cell.end() ? 0 : known->second * cells;
        int& iterations = length.iterations[variation.name];
        iterations = settings.iterations.value_or(
            each == 0 ? timing.untimed_iterations
            : quick   ? runner::iterations_for(each, quick_trial_seconds, quick_trial_seconds)
                      : runner::iterations_for(each, min_trial_seconds, max_trial_seconds));
        const double seconds = timing.overhead_seconds + iterations * each;
        length.longest_seconds = std::max(length.longest_seconds, seconds);
        length.round_seconds += seconds * static_cast<double>(settings.ranks.size());
    }
    return length;
}

int trials_of(const ClueSettings& settings, const Length& length, bool simulated, bool quick) {
    if (settings.trials) return *settings.trials;
    if (simulated) return 1; // repeating a model gives the same result
    if (quick && !settings.budget_seconds) return min_trials;
    return runner::trials_for(length.round_seconds, settings.budget_seconds.value_or(usual_budget_seconds),
                              min_trials);
}

std::string iterations_text(const std::map<std::string, int>& iterations) {
    std::string text;
    for (const auto& [variation, count] : iterations)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", variation, count);
    return text;
}

} // namespace

runner::Campaign plan_clue(const ClueSettings& asked, const CluePlanning& how, Context& context) {
    const Terminal& terminal = context.terminal;
    const runner::MachineProfile profile = runner::find_profile(runner::find_installation(), asked.machine);
    ClueSettings settings = runner::proposed(
        asked, profile, how.quick ? std::optional<long long>(runner::quick_side) : std::nullopt);
    terminal.info(runner::grid_text(settings));
    Timing timing;
    const auto kind = runner::kind_of(profile);
    if (kind->is_model()) timing.untimed_iterations = simulated_iterations;
    if (kind->is_this_host() && how.times && !(settings.iterations && settings.trials)) {
        terminal.info("timing every variation");
        timing = time_variations(settings, context);
    }
    const auto variations = runner::clue_variations(settings, *settings.width, *settings.height);
    const Length length = length_of(settings, variations, timing, how.quick);
    const int trials = trials_of(settings, length, kind->is_model(), how.quick);
    if (!settings.trial_limit_seconds && !timing.seconds_of_cell.empty())
        settings.trial_limit_seconds =
            std::max(min_limit_seconds, limit_over_longest * length.longest_seconds);
    terminal.info("iterations: " + iterations_text(length.iterations));
    terminal.info(fmt::format("trials: {}", trials));
    return runner::clue_campaign(settings, variations, length.iterations, trials);
}

} // namespace loop::cli
