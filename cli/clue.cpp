#include "runner/campaign/clue.h"

#include "cli/source_input.h"
#include "cli/sweep_results.h"
#include "cli/verbs.h"
#include "report/clue/clue.h"
#include "runner/campaign/progress.h"
#include "runner/campaign/sweep.h"
#include "runner/cores.h"
#include "runner/files.h"
#include "runner/machine/present.h"
#include "runner/preparation.h"
#include "runner/profile.h"
#include "runner/run_directory.h"
#include "runner/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::Campaign;
using runner::ClueSettings;
using runner::ExitCode;
using runner::Failure;
using runner::Variation;

namespace {

// What is chosen where nobody says it.
constexpr double usual_budget_seconds = 1800;
constexpr double least_trial_seconds = 0.5, most_trial_seconds = 30;
constexpr double quick_trial_seconds = 0.15;
constexpr long long quick_side = 1500;
constexpr long long timing_side = 1024;
constexpr int timing_iterations = 2;
constexpr int least_trials = 4; // fewer cannot be sure of anything
constexpr int usual_iterations = 20;

struct Options {
    std::string config, ranks, machine, memory, cache, variations, budget, timeout;
    std::optional<long long> size;
    std::optional<int> iterations, trials;
    bool quick = false, dry_run = false, json = false, retry_failed = false;
    std::optional<fs::path> output;
    std::string resume;
};

ClueSettings settings_of(const Options& options) {
    ClueSettings settings;
    if (!options.config.empty())
        settings =
            runner::parse_clue(runner::read_file(options.config, std::size_t(1) << 20), options.config);
    if (!options.machine.empty()) settings.machine = options.machine;
    if (!options.ranks.empty()) settings.ranks = runner::parse_numbers(options.ranks, "--ranks", 1);
    if (!options.memory.empty()) settings.memory_bytes = runner::parse_bytes(options.memory, "--memory");
    if (!options.cache.empty()) settings.cache_bytes = runner::parse_bytes(options.cache, "--cache");
    if (options.size) {
        settings.width = options.size;
        settings.height = options.size;
    }
    if (options.iterations) settings.iterations = options.iterations;
    if (options.trials) settings.trials = options.trials;
    if (!options.budget.empty()) settings.budget_seconds = runner::parse_duration(options.budget, "--budget");
    if (!options.timeout.empty())
        settings.trial_limit_seconds = runner::parse_duration(options.timeout, "--timeout");
    if (!options.variations.empty()) settings.variations = runner::split_list(options.variations);
    runner::check_variations(settings.variations);
    return settings;
}

/// The largest cache that a core has for itself.
std::optional<double> own_cache(const runner::PresentMachine& machine) {
    std::optional<double> bytes;
    for (const runner::CacheLevel& cache : machine.caches)
        if (cache.cores <= 1) bytes = std::max(bytes.value_or(0), static_cast<double>(cache.bytes));
    return bytes;
}

/// Fills in what the system says: ranks, memory, cache; then the grid.
class Proposal {
public:
    Proposal(ClueSettings settings, const runner::MachineProfile& profile, bool quick)
        : settings(std::move(settings)), profile_(profile), quick_(quick) {
        settle_ranks();
        look_at_system();
        settle_grid();
    }

    ClueSettings settings;

    std::string grid_line() const {
        const double state = static_cast<double>(*settings.width) * static_cast<double>(*settings.height) *
                             settings.word_bytes;
        return fmt::format(
            "grid: {} x {} cells of {} bytes a rank, {:.4g} MiB a state{}", *settings.width, *settings.height,
            settings.word_bytes, state / 1048576,
            settings.memory_bytes
                ? fmt::format(" ({:.4g} MiB of memory a rank{})", *settings.memory_bytes / 1048576,
                              settings.cache_bytes
                                  ? fmt::format(", {:.4g} KiB of cache", *settings.cache_bytes / 1024)
                                  : "")
                : "");
    }

private:
    int most_ranks() const { return *std::max_element(settings.ranks.begin(), settings.ranks.end()); }

    void settle_ranks() {
        if (!settings.ranks.empty()) return;
        const auto usual = profile_.usual_ranks();
        settings.ranks = runner::doubled_up_to(usual ? static_cast<int>(*usual) : runner::available_cores());
    }

    void look_at_system() {
        if (profile_.is_simulated() || profile_.is_elsewhere()) return;
        const runner::PresentMachine machine = runner::present_machine();
        present_bytes_ = static_cast<double>(machine.memory);
        if (!settings.memory_bytes) settings.memory_bytes = present_bytes_ / most_ranks();
        if (!settings.cache_bytes) settings.cache_bytes = own_cache(machine);
    }

    void settle_grid() {
        if (!settings.width) {
            if (!settings.memory_bytes)
                throw Failure(ExitCode::Usage,
                              fmt::format("nobody knows the memory of machine `{}`", settings.machine),
                              "give `--memory 1024M`, that of a rank, or `--size N`, the side of the grid");
            long long side = runner::ideal_side(*settings.memory_bytes, settings.cache_bytes, settings.fill,
                                                settings.reserve_bytes, settings.word_bytes);
            if (quick_) side = std::min(side, quick_side);
            settings.width = std::max(side, 4LL); // scattered neighbours are not adjacent
        }
        if (!settings.height) settings.height = settings.width;
        refuse_what_does_not_fit();
    }

    /// Two states of cells of twice the word, on all ranks.
    void refuse_what_does_not_fit() const {
        const double bytes = 2 * 8.0 * static_cast<double>(*settings.width) *
                             static_cast<double>(*settings.height) * most_ranks();
        if (present_bytes_ == 0 || bytes <= present_bytes_) return;
        throw Failure(ExitCode::Usage,
                      fmt::format("{} x {} cells on {} ranks take {:.4g} GiB in double precision; there are "
                                  "{:.4g} GiB of memory",
                                  *settings.width, *settings.height, most_ranks(), bytes / 1073741824,
                                  present_bytes_ / 1073741824),
                      "a smaller grid (`--size`), fewer ranks, or without both, as the memory allows");
    }

    const runner::MachineProfile& profile_;
    bool quick_;
    double present_bytes_ = 0; ///< 0: not known
};

/// What a trial takes, by variation.
struct Timing {
    std::map<std::string, double> seconds_of_cell; ///< of one transition
    double overhead_seconds = 1;                   ///< of a launch
};

class Timed {
public:
    Timed(const runner::Compile& compile, const runner::House& house, const runner::Say& say)
        : compile_(compile), house_(house), say_(say) {}

    /// Every variation once, on one rank and a small grid.
    Timing operator()(ClueSettings settings) const {
        const long long width = std::min(*settings.width, timing_side);
        const long long height = std::min(*settings.height, timing_side);
        settings.ranks = {1};
        settings.trial_limit_seconds = settings.trial_limit_seconds.value_or(120);
        const auto variations = runner::clue_variations(settings, width, height);
        std::map<std::string, int> iterations;
        for (const Variation& variation : variations)
            iterations[variation.name] = timing_iterations;
        const runner::TemporaryDirectory folder;
        double wall = 0;
        int launches = 0;
        const runner::SweepListener listener{say_, [&](const runner::LaunchNews& news) {
                                                 wall += news.entry.seconds;
                                                 ++launches;
                                             }};
        const runner::SweepOutcome outcome = runner::sweep(
            {runner::clue_campaign(settings, variations, iterations, 1), folder.path() / "timing", {}},
            compile_, house_, listener);
        if (static_cast<int>(outcome.code) >= 128)
            throw Failure(outcome.code, "stopped while it was timed how long trials take");
        Timing timing;
        for (const report::ClueFigure& figure :
             report::clue_report(report::read_sweep(folder.path() / "timing")).figures)
            timing.seconds_of_cell[figure.variation] = 1e-6 / figure.act;
        if (launches > 0) timing.overhead_seconds = wall / launches;
        return timing;
    }

private:
    const runner::Compile& compile_;
    const runner::House& house_;
    const runner::Say& say_;
};

struct Length {
    std::map<std::string, int> iterations;
    double longest_seconds = 0; ///< of a trial
    double round_seconds = 0;   ///< of all variations on all numbers of ranks
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
            each == 0 ? usual_iterations
            : quick   ? runner::iterations_for(each, 0, quick_trial_seconds)
                      : runner::iterations_for(each, least_trial_seconds, most_trial_seconds));
        const double seconds = timing.overhead_seconds + iterations * each;
        length.longest_seconds = std::max(length.longest_seconds, seconds);
        length.round_seconds += seconds * static_cast<double>(settings.ranks.size());
    }
    return length;
}

int trials_of(const ClueSettings& settings, const Length& length, bool simulated, bool quick) {
    if (settings.trials) return *settings.trials;
    if (simulated) return 1; // a model repeats itself
    if (quick && !settings.budget_seconds) return least_trials;
    return runner::trials_for(length.round_seconds, settings.budget_seconds.value_or(usual_budget_seconds),
                              least_trials);
}

std::string iterations_text(const std::map<std::string, int>& iterations) {
    std::string text;
    for (const auto& [variation, count] : iterations)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", variation, count);
    return text;
}

/// Elapsed time, time left and percent done with every trial, as the thesis's wrapper shows them.
class Progress {
public:
    explicit Progress(const Terminal& terminal) : terminal_(terminal) {}

    void launched(const runner::LaunchNews& news) const {
        const double elapsed =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        const int all = news.done + news.left;
        std::string line =
            fmt::format("[{:3.0f} %, {}{}] {} trial {}", all > 0 ? 100.0 * news.done / all : 100.0,
                        runner::duration_text(elapsed),
                        news.left > 0 && news.seconds_left
                            ? fmt::format(", about {} to go", runner::duration_text(*news.seconds_left))
                            : "",
                        news.name, news.entry.index);
        if (news.entry.measured_seconds) line += fmt::format(": {:.4g} s", *news.entry.measured_seconds);
        if (!news.entry.is_good()) line += "  " + runner::outcome_text(news.entry.outcome);
        terminal_.diagnose(line + "\n");
        if (news.entry.is_good()) return;
        for (const std::string& failure : news.entry.failures)
            terminal_.diagnose("        " + failure + "\n");
    }

private:
    const Terminal& terminal_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

int finish(const runner::SweepOutcome& outcome, const Options& options, const Terminal& terminal) {
    if (outcome.stopped_at_once)
        terminal.say("no report was written; `loop report` writes it, `loop clue --resume` goes on");
    else
        show_sweep(outcome.folder, options.json, terminal);
    for (const std::string& failure : outcome.failures)
        terminal.error(failure);
    for (const std::string& remark : outcome.remarks)
        terminal.say(remark);
    terminal.say("the campaign is in " + outcome.folder.string());
    return static_cast<int>(outcome.code);
}

int clue(const Options& options, Context& context) {
    const Terminal& terminal = context.terminal;
    const runner::House house = runner::find_house();
    const runner::Compile compile = [&](const std::string& workload) {
        return compile_or_fail(read_workload(workload, house), terminal);
    };
    const Progress progress(terminal);
    const runner::Say say = messages_to(terminal);
    const runner::SweepListener listener{say,
                                         [&](const runner::LaunchNews& news) { progress.launched(news); }};
    if (!options.resume.empty()) {
        if (!options.config.empty() || options.output)
            throw Failure(ExitCode::Usage, "`--resume` goes on with a campaign as it was planned",
                          "it takes the folder alone, and `--retry-failed`");
        return finish(runner::resume({options.resume, options.retry_failed, {}}, compile, house, listener),
                      options, terminal);
    }
    if (options.retry_failed) throw Failure(ExitCode::Usage, "`--retry-failed` goes with `--resume DIR`");
    const ClueSettings asked = settings_of(options);
    runner::check_is_free(options.output);
    const runner::MachineProfile profile = runner::find_profile(house, asked.machine);
    Proposal proposal(asked, profile, options.quick);
    ClueSettings& settings = proposal.settings;
    terminal.say(proposal.grid_line());
    const bool measured_here = !profile.is_simulated() && !profile.is_elsewhere();
    Timing timing;
    if (measured_here && !options.dry_run && !(settings.iterations && settings.trials)) {
        terminal.say("timing every variation");
        timing = Timed(compile, house, say)(settings);
    }
    const auto variations = runner::clue_variations(settings, *settings.width, *settings.height);
    const Length length = length_of(settings, variations, timing, options.quick);
    const int trials = trials_of(settings, length, profile.is_simulated(), options.quick);
    if (!settings.trial_limit_seconds && measured_here && !timing.seconds_of_cell.empty())
        settings.trial_limit_seconds = std::max(60.0, 20 * length.longest_seconds);
    terminal.say("iterations: " + iterations_text(length.iterations));
    terminal.say(fmt::format("trials: {}", trials));
    runner::SweepRequest request;
    request.campaign = runner::clue_campaign(settings, variations, length.iterations, trials);
    request.output = options.output;
    request.command = context.command;
    if (options.dry_run) {
        terminal.print(runner::dry_run(request, compile, house));
        return 0;
    }
    return finish(runner::sweep(request, compile, house, listener), options, terminal);
}

} // namespace

Action define_clue(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("CONFIG", options->config, "a file of settings, `.toml` (docs/clue.md)");
    app.add_option("-o,--output", options->output, "the campaign's folder; default: ./loop-sweep-clue-TIME")
        ->type_name("DIR");
    app.add_flag("--quick", options->quick, "a small grid and short trials: a first look");
    app.add_option("-n,--ranks", options->ranks, "numbers of ranks; default: 1, 2, 4 up to the cores at hand")
        ->type_name("LIST");
    app.add_option("--machine", options->machine, "the machine profile; default: local")->type_name("NAME");
    app.add_option("--size", options->size, "the side of each rank's grid; default: by memory and cache")
        ->type_name("N")
        ->check(CLI::Range(1LL, 1LL << 29).description(""));
    app.add_option("--memory", options->memory, "memory of a rank, as 1024M")->type_name("BYTES");
    app.add_option("--cache", options->cache, "cache of a rank, as 512K")->type_name("BYTES");
    app.add_option("--iterations", options->iterations, "of every trial; default: by a timing")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000000).description(""));
    app.add_option("--trials", options->trials, "launches of every point; default: 4 to 10, by the budget")
        ->type_name("K")
        ->check(CLI::Range(1, 100000).description(""));
    app.add_option("--budget", options->budget,
                   "the time that the number of trials is chosen for; default: 30m")
        ->type_name("TIME");
    app.add_option("--timeout", options->timeout, "stop a trial that takes longer")->type_name("TIME");
    app.add_option("--variations", options->variations, "some of them, as double,rearranged; default: all")
        ->type_name("LIST");
    app.add_option("--resume", options->resume, "go on with the campaign in folder DIR")->type_name("DIR");
    app.add_flag("--retry-failed", options->retry_failed,
                 "with --resume: launch points again that have failed");
    app.add_flag("--json", options->json, "print clue.json instead of the report");
    app.add_flag("--dry-run", options->dry_run, "print every command that would be run, and do nothing");
    return [options](Context& context) { return clue(*options, context); };
}

} // namespace loop::cli
