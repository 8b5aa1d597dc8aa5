#include "runner/campaign/clue.h"

#include "app/sweep/clue_plan.h"
#include "base/text/strings.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "runner/run/run_directory.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::ClueSettings;
using runner::ExitCode;
using runner::Failure;

namespace {

struct ClueOptions {
    std::string config, ranks, machines, memory, cache, word, variations, until, budget, timeout;
    std::optional<long long> size;
    std::optional<int> iterations, trials, most_trials;
    bool quick = false, no_probes = false;
    app::SweepOptions common;
};

ClueSettings settings_of(const ClueOptions& options) {
    ClueSettings settings;
    if (!options.config.empty())
        settings =
            runner::parse_clue(runner::read_named_file(options.config, std::size_t(1) << 20), options.config);
    if (!options.machines.empty()) settings.machines = split_list(options.machines);
    if (!options.ranks.empty()) settings.ranks = runner::parse_numbers(options.ranks, "--ranks", 1);
    if (!options.memory.empty()) settings.memory_bytes = runner::parse_bytes(options.memory, "--memory");
    if (!options.cache.empty()) settings.cache_bytes = runner::parse_bytes(options.cache, "--cache");
    if (!options.word.empty()) {
        const auto bytes = runner::word_bytes_in(options.word);
        if (!bytes)
            throw Failure(ExitCode::Usage,
                          fmt::format("`--word` must be {}, not `{}`", runner::word_forms, options.word));
        settings.word_bytes = *bytes;
    }
    if (options.size) {
        settings.width = options.size;
        settings.height = options.size;
    }
    if (options.iterations) settings.iterations = options.iterations;
    if (options.trials) settings.trials = options.trials;
    if (!options.until.empty()) settings.narrower_than = runner::parse_fraction(options.until, "--until");
    if (options.most_trials) settings.most_trials = options.most_trials;
    if (!options.budget.empty()) settings.budget_seconds = runner::parse_duration(options.budget, "--budget");
    if (!options.timeout.empty())
        settings.trial_limit_seconds = runner::parse_duration(options.timeout, "--timeout");
    if (!options.variations.empty()) settings.variations = split_list(options.variations);
    if (options.no_probes) settings.probes = false;
    runner::check_variations(settings.variations);
    return settings;
}

int clue(const ClueOptions& options, Context& context) {
    app::SweepOrder order{options.common, context.command};
    order.verb = "clue";
    order.subject = "campaign";
    order.progress = app::SweepOrder::Progress::Percent;
    order.finishes_launch = true; // thesis, 5.2.5
    if (!options.common.resume.empty()) {
        order.options.budget = options.budget;
        return app::run_sweep(order, context.terminal);
    }
    const ClueSettings settings = settings_of(options);
    runner::check_is_free(options.common.output);
    order.campaign = app::plan_clue(settings, {options.quick, !options.common.dry_run}, context.terminal);
    return app::run_sweep(order, context.terminal);
}

Action define_clue(Arguments& app) {
    auto options = std::make_shared<ClueOptions>();
    app.option("CONFIG", options->config, "settings file (`.toml`, see docs/clue.md)");
    app.flag("--quick", options->quick, "use a small grid and short trials for a first look");
    app.option("-n,--ranks LIST", options->ranks,
               "numbers of ranks; default: 1, 2, 4 up to all available cores");
    app.option("--machine LIST", options->machines,
               "machine profiles; several are measured, interleaved, and compared; default: local");
    app.option("--size N", options->size, "side of the grid per rank; default: from memory and cache",
               in_range(1LL, 1LL << 29));
    app.option("--memory BYTES", options->memory, "memory per rank, such as 1024M");
    app.option("--cache BYTES", options->cache, "cache per rank, such as 512K");
    app.option("--word BYTES", options->word,
               "bytes per cell of the base: 4, 8, or machine, the word of the machine; default: 4",
               usually({"4", "8", "machine"}));
    app.option("--iterations N", options->iterations, "iterations per trial; default: from a timing",
               in_range(1, 1000000000));
    app.option("--trials K", options->trials, "launches per point; default: 4 to 10, from the budget",
               in_range(1, runner::max_trials));
    app.option("--until 2%", options->until,
               "repeat until the interval of the median is narrower than this fraction of the median");
    app.option("--most-trials K", options->most_trials, "with --until: at most K; default: 100",
               in_range(1, runner::max_trials));
    app.option("--timeout TIME", options->timeout, "stop trials that take longer");
    app.option("--variations LIST", options->variations,
               "variations to run, such as double,rearranged; default: all");
    app.flag("--no-probes", options->no_probes,
             "do not measure the triad and a ping-pong, from which limits are predicted");
    define_sweep_options(app, options->common, Budget::Plans);
    app.option(
        "--budget TIME", options->budget,
        "time of all launches together: LOOP chooses trials, their length and the grid to fit into it,\nand "
        "stops when it is used up; with --resume, including earlier ones; default: trials for 30m");
    return [options](Context& context) { return clue(*options, context); };
}

} // namespace

const Verb clue_verb{
    "clue", "measure how a machine scales, and what limits it",
    "  loop clue --quick\n"
    "  loop clue --budget 2m                       as much as fits into two minutes\n"
    "  loop clue config.toml -o results/clue\n"
    "  loop clue --machine local,local-openmpi     two machines, interleaved, and their comparison\n"
    "  loop clue --machine fattree-1024 --memory 1024M -n 1,16,256 --variations double,rearranged\n"
    "  loop clue --resume results/clue\n",
    define_clue};

} // namespace loop::cli
