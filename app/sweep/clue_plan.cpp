#include "app/sweep/clue_plan.h"

#include "app/input/source_input.h"
#include "app/sweep/sweeping.h"
#include "base/text/strings.h"
#include "report/clue/clue.h"
#include "runner/campaign/clue_proposal.h"
#include "runner/campaign/progress.h"
#include "runner/campaign/sweep.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/limits.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::app {

using runner::ClueSettings;
using runner::Variation;

namespace {

constexpr double usual_budget_seconds = 1800;
constexpr double min_trial_seconds = 0.5, max_trial_seconds = 30;
constexpr double quick_trial_seconds = 0.15;
constexpr int min_trials = 4;                   // fewer trials allow no sure conclusions
constexpr double shortest_trial_seconds = 0.02; // to fit into a budget
constexpr double grid_step = 0.7;               // one step to a smaller grid, by its side
constexpr int usual_iterations = 20;
constexpr int simulated_iterations = 2; // all iterations of a model give the same result
// Except in random order: on an uneven network, the first ones take longer, see docs/clue.md.
constexpr int settling_iterations = 20;

// For the launches that time a variation.
constexpr long long timing_side = 1024, tiny_side = 64;
constexpr long long smallest_side = 512; // to which a budget shrinks the grid
constexpr int timing_iterations = 2;
constexpr double timing_limit_seconds = 120;
constexpr double probe_work_seconds = 1; // triad or ping-pong; with caches of 256 MiB, the triad takes longer

// Trials that take longer are considered hung.
constexpr double min_limit_seconds = 60, limit_over_longest = 20;

/// The time that a trial takes, by variation.
struct Timing {
    std::map<std::string, double> seconds_of_cell; ///< time of one transition
    double start_seconds = 1;                      ///< of a launch, whatever its grid
    double setup_seconds_of_cell = 0;              ///< to allocate and fill a cell
    double used_seconds = 0;                       ///< by all launches that timed
    bool is_model = false;                         ///< which is not timed
    std::optional<int> cores;                      ///< for the ranks; none: each rank has its own

    double overhead_seconds(double cells) const { return start_seconds + setup_seconds_of_cell * cells; }
    double probe_seconds() const { return start_seconds + probe_work_seconds; }
};

double cells_of(const ClueSettings& settings) {
    return static_cast<double>(*settings.width) * static_cast<double>(*settings.height);
}

runner::Campaign timing_campaign(ClueSettings settings, long long side) {
    settings.ranks = {1};
    settings.narrower_than.reset();
    settings.most_trials.reset();
    settings.trial_limit_seconds = settings.trial_limit_seconds.value_or(timing_limit_seconds);
    const auto variations =
        runner::clue_variations(settings, std::min(*settings.width, side), std::min(*settings.height, side));
    std::map<std::string, int> iterations;
    for (const Variation& variation : variations)
        iterations[variation.name] = timing_iterations;
    return runner::clue_campaign(settings, variations, iterations, 1);
}

/// What launches on a small grid took.
struct Timed {
    std::map<std::string, double> seconds_of_cell;
    double wall_seconds = 0; ///< of all launches, with what LOOP does around them
    double overhead_seconds =
        0; ///< of the fastest launch, without its transitions; with what LOOP does around it
};

/// Launches each variation once, on one rank and a small grid.
Timed timed(const ClueSettings& settings, long long side, const Terminal& terminal) {
    const runner::Installation installation = runner::find_installation();
    const runner::TemporaryDirectory folder;
    Timed result;
    std::optional<double> overhead;
    double in_launches = 0;
    int launches = 0;
    const runner::SweepListener listener{logger_to(terminal), [&](const runner::LaunchNews& news) {
                                             in_launches += news.entry.seconds;
                                             const double other =
                                                 news.entry.seconds - news.entry.measured_seconds.value_or(0);
                                             overhead = std::min(overhead.value_or(other), other);
                                             ++launches;
                                         }};
    const runner::SweepOutcome outcome =
        runner::sweep({timing_campaign(settings, side), folder.path() / "timing", {}},
                      compile_for_sweep(installation, terminal), installation, listener);
    if (outcome.signal != 0) throw runner::Failure(outcome.code, "stopped while timing the trials");
    result.wall_seconds = outcome.used_seconds;
    result.overhead_seconds =
        overhead.value_or(1) + (outcome.used_seconds - in_launches) / std::max(1, launches);
    for (const report::ClueFigure& figure :
         report::clue_report(report::read_sweep(folder.path() / "timing")).figures)
        result.seconds_of_cell[figure.variation] = 1e-6 / figure.act;
    return result;
}

/// Times every variation, and the base on a tiny grid, whose launch takes only its start.
Timing time_variations(const ClueSettings& settings, const Terminal& terminal) {
    ClueSettings base = settings;
    base.variations = {"base"};
    const Timed tiny = timed(base, tiny_side, terminal), all = timed(settings, timing_side, terminal);
    const double side = static_cast<double>(std::min(*settings.width, timing_side));
    Timing timing;
    timing.seconds_of_cell = all.seconds_of_cell;
    timing.start_seconds = tiny.overhead_seconds;
    timing.setup_seconds_of_cell =
        std::max(0.0, all.overhead_seconds - tiny.overhead_seconds) / (side * side);
    timing.used_seconds = tiny.wall_seconds + all.wall_seconds;
    return timing;
}

/// How long the transitions of a trial should take.
struct TrialSeconds {
    double min = min_trial_seconds, max = max_trial_seconds;
};

struct Length {
    std::map<std::string, int> iterations;
    std::map<std::string, double> trial_seconds; ///< of a launch, by variation
    double longest_seconds = 0;                  ///< of one trial
    double round_seconds = 0;                    ///< one trial of each variation on each number of ranks
    double overhead_seconds = 0;                 ///< of these, what is not transitions
    double once_seconds = 0; ///< of what precedes the trials: probes, and the base with a trace

    double seconds(int trials) const { return once_seconds + trials * round_seconds; }
};

/// One launch of each probe of the machine takes about its start and a second.
double probes_seconds(const ClueSettings& settings, const Timing& timing) {
    runner::Campaign probes;
    if (settings.probes) runner::add_probes(settings, timing.is_model, probes);
    double seconds = 0;
    for (const runner::Series& series : probes.series)
        seconds += static_cast<double>(series.ranks.size()) * timing.probe_seconds();
    return seconds;
}

/// How many times as long a trial takes on each number of ranks as on one, summed: more ranks than cores take
/// turns.
double rank_factors(const ClueSettings& settings, const Timing& timing) {
    double sum = 0;
    for (const int ranks : settings.ranks)
        sum += timing.cores ? std::max(1.0, static_cast<double>(ranks) / *timing.cores) : 1.0;
    return sum;
}

/// For a variation that was not timed.
int untimed_iterations(const Timing& timing, const std::string& variation) {
    if (!timing.is_model) return usual_iterations;
    return variation == "random-order" ? settling_iterations : simulated_iterations;
}

Length length_of(const ClueSettings& settings, const Timing& timing, const TrialSeconds& wanted) {
    Length length;
    const double cells = cells_of(settings), overhead = timing.overhead_seconds(cells);
    for (const Variation& variation : runner::clue_variations(settings, *settings.width, *settings.height)) {
        const auto known = timing.seconds_of_cell.find(variation.name);
        const double each = known == timing.seconds_of_cell.end() ? 0 : known->second * cells;
        int& iterations = length.iterations[variation.name];
        iterations =
            settings.iterations.value_or(each == 0 ? untimed_iterations(timing, variation.name)
                                                   : runner::iterations_for(each, wanted.min, wanted.max));
        const double seconds = length.trial_seconds[variation.name] = overhead + iterations * each;
        length.longest_seconds = std::max(length.longest_seconds, seconds);
        length.round_seconds += seconds * rank_factors(settings, timing);
        length.overhead_seconds += overhead * rank_factors(settings, timing);
    }
    length.once_seconds = probes_seconds(settings, timing);
    if (settings.ranks.size() > 1) length.once_seconds += length.trial_seconds["base"]; // with a trace
    return length;
}

/// Trials so short that `min_trials` of each fit into the budget, if their launches leave any time.
Length fitted_length(const ClueSettings& settings, const Timing& timing, const TrialSeconds& usual,
                     double budget) {
    const Length length = length_of(settings, timing, usual);
    if (length.seconds(min_trials) <= budget) return length;
    const double trials = static_cast<double>(length.iterations.size()) * rank_factors(settings, timing);
    const double each = ((budget - length.once_seconds) / min_trials - length.overhead_seconds) / trials;
    const double wanted = std::max(std::min(each, usual.max), shortest_trial_seconds);
    return length_of(settings, timing, {std::min(wanted, usual.min), wanted});
}

/// Chooses the length of the trials for a budget. Shrinks a grid that the user did not choose until
/// `min_trials` of each variation fit.
Length fit_into(double budget, const TrialSeconds& usual, const Timing& timing, bool may_shrink,
                ClueSettings& settings) {
    Length length = fitted_length(settings, timing, usual, budget);
    while (may_shrink && length.seconds(min_trials) > budget && *settings.width > smallest_side) {
        settings.width = std::max(smallest_side, static_cast<long long>(grid_step * double(*settings.width)));
        settings.height = settings.width;
        length = fitted_length(settings, timing, usual, budget);
    }
    return length;
}

int trials_of(const ClueSettings& settings, const Length& length, double budget, bool simulated, bool quick) {
    if (settings.trials) return *settings.trials;
    if (simulated) return 1; // repeating a model gives the same result
    if (settings.narrower_than) return std::min(min_trials, settings.most_trials.value_or(min_trials));
    if (quick && !settings.budget_seconds) return min_trials;
    return runner::trials_for(length.round_seconds, budget - length.once_seconds,
                              settings.budget_seconds ? 1 : min_trials);
}

/// "10", or "at least 4, until ...".
std::string trials_text(const runner::Stopping& stopping) {
    if (!stopping.narrower_than) return std::to_string(stopping.launches);
    return fmt::format(
        "at least {}, until the interval of their median is narrower than {:g} % of it, at most {}",
        stopping.launches, 100 * *stopping.narrower_than, stopping.most_launches);
}

std::string iterations_text(const std::map<std::string, int>& iterations) {
    std::string text;
    for (const auto& [variation, count] : iterations)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", variation, count);
    return text;
}

std::string launches_before(const ClueSettings& settings) {
    std::vector<std::string> what;
    if (settings.ranks.size() > 1) what.emplace_back("the base with a trace");
    if (settings.probes) what.emplace_back("probes of memory and messages");
    return joined(what, ", ");
}

/// What the budget changed, or does not allow.
void say_what_budget_does(const ClueSettings& settings, long long side, int trials, double budget,
                          const Length& length, const Terminal& terminal) {
    if (*settings.width < side)
        terminal.info(fmt::format("the budget shrinks the grid to {0} x {0} cells; `--size` sets another",
                                  *settings.width));
    if (length.once_seconds > 0)
        terminal.info(fmt::format("about {} of the budget are for launches before the first trial ({})",
                                  runner::duration_text(length.once_seconds), launches_before(settings)));
    if (length.seconds(1) > budget)
        terminal.info(
            fmt::format("one trial of every point takes about {}, so the budget will end the campaign "
                        "early; use fewer `--variations`, a smaller `--size`, or `--quick`",
                        runner::duration_text(length.round_seconds)));
    else if (trials < min_trials && !settings.trials)
        terminal.info(fmt::format("{} fit into the budget; no conclusion is sure with fewer than {}",
                                  counted(trials, "trial"), min_trials));
}

/// How long the launches will take, for the estimates while they run.
void expect(const Length& length, const Timing& timing, runner::Campaign& campaign) {
    for (runner::Series& series : campaign.series)
        series.expected_seconds =
            series.probe ? timing.probe_seconds() : length.trial_seconds.at(series.variations.front().name);
}

/// The campaign for the first machine.
runner::Campaign plan_machine(const ClueSettings& given, const CluePlanning& how, const Terminal& terminal) {
    const runner::MachineProfile profile = runner::find_profile(runner::find_installation(), given.machine());
    ClueSettings settings = runner::proposed(
        given, profile, how.quick ? std::optional<long long>(runner::quick_side) : std::nullopt);
    terminal.info(runner::grid_text(settings));
    if (!given.ranks.empty() && settings.ranks.size() > given.ranks.size())
        terminal.info("ranks: 1 is added, as efficiency is relative to one rank");
    Timing timing;
    const auto kind = runner::kind_of(profile);
    if (kind->is_this_host() && how.times && !(settings.iterations && settings.trials)) {
        terminal.info("timing every variation");
        timing = time_variations(settings, terminal);
    }
    timing.is_model = kind->is_model();
    if (kind->is_this_host()) timing.cores = runner::available_cores();
    const TrialSeconds usual =
        how.quick ? TrialSeconds{quick_trial_seconds, quick_trial_seconds} : TrialSeconds{};
    const double budget =
        std::max(0.0, given.budget_seconds.value_or(usual_budget_seconds) - timing.used_seconds);
    const bool is_timed = !timing.seconds_of_cell.empty();
    const long long side = *settings.width;
    const bool may_shrink = is_timed && !given.width && !given.height && !given.memory_bytes;
    const Length length = given.budget_seconds && is_timed
                              ? fit_into(budget, usual, timing, may_shrink, settings)
                              : length_of(settings, timing, usual);
    if (kind->is_model()) settings.narrower_than.reset(); // all trials take the same time
    const int trials = trials_of(settings, length, budget, kind->is_model(), how.quick);
    if (!settings.trial_limit_seconds && is_timed)
        settings.trial_limit_seconds =
            std::max(min_limit_seconds, limit_over_longest * length.longest_seconds);
    runner::Campaign campaign =
        runner::clue_campaign(settings, runner::clue_variations(settings, *settings.width, *settings.height),
                              length.iterations, trials);
    if (settings.probes) runner::add_probes(settings, kind->is_model(), campaign);
    if (is_timed) expect(length, timing, campaign);
    terminal.info("iterations: " + iterations_text(length.iterations));
    terminal.info("trials: " + trials_text(campaign.stopping));
    if (given.budget_seconds && is_timed)
        say_what_budget_does(settings, side, trials, budget, length, terminal);
    if (given.budget_seconds) campaign.stopping.budget_seconds = budget;
    return campaign;
}

} // namespace

runner::Campaign plan_clue(const ClueSettings& given, const CluePlanning& how, const Terminal& terminal) {
    if (given.machines.size() == 1) return plan_machine(given, how, terminal);
    std::vector<runner::Campaign> campaigns;
    for (const std::string& machine : given.machines) {
        ClueSettings settings = given;
        settings.machines = {machine};
        if (given.budget_seconds)
            settings.budget_seconds = *given.budget_seconds / static_cast<double>(given.machines.size());
        terminal.info("machine " + machine);
        campaigns.push_back(plan_machine(settings, how, terminal));
    }
    return runner::together(campaigns);
}

} // namespace loop::app
