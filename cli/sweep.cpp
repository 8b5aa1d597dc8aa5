#include "base/text/strings.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "runner/campaign/clue.h"
#include "runner/machine/limits.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;
using runner::Campaign;
using runner::ExitCode;
using runner::Failure;

namespace {

/// The options as given. If one is empty, the campaign file or the default decides.
struct SweepVerbOptions {
    std::vector<std::string> targets;
    std::string ranks, sizes, iterations, machines, until, timeout, phase, order, keep, x;
    std::vector<std::string> set;
    std::optional<int> launches, most_launches, warm_ups;
    std::optional<std::uint64_t> seed;
    bool paired = false, scaled = false, no_verify = false, no_trace = false, heat_map = false;
    app::SweepOptions common;
};

Campaign campaign_of(const std::vector<std::string>& targets) {
    Campaign campaign;
    for (const std::string& target : targets) {
        runner::Series series;
        series.workload = target;
        campaign.series.push_back(series);
        campaign.name += (campaign.name.empty() ? "" : "-") + fs::path(target).stem().string();
    }
    return campaign;
}

/// The options replace what the campaign file sets.
void override_set(const std::vector<std::string>& options, runner::Series& series) {
    const auto from_file = series.set.size();
    for (const std::string& text : options)
        series.set.push_back(runner::parse_choices(text));
    const auto is_replaced = [&](const auto& item) {
        return std::any_of(series.set.begin() + static_cast<std::ptrdiff_t>(from_file), series.set.end(),
                           [&](const auto& given) { return given.first == item.first; });
    };
    const auto file_end = series.set.begin() + static_cast<std::ptrdiff_t>(from_file);
    series.set.erase(std::remove_if(series.set.begin(), file_end, is_replaced), file_end);
}

void apply_factors(const SweepVerbOptions& options, Campaign& campaign) {
    for (runner::Series& series : campaign.series) {
        if (!options.ranks.empty()) series.ranks = runner::parse_numbers(options.ranks, "--ranks", 1);
        if (series.ranks.empty()) series.ranks = runner::doubled_up_to(runner::available_cores());
        if (!options.sizes.empty()) series.sizes = runner::parse_numbers(options.sizes, "--size", 0);
        if (!options.iterations.empty())
            series.iterations = runner::parse_numbers(options.iterations, "--iterations", 0);
        override_set(options.set, series);
        series.paired = series.paired || options.paired;
    }
    if (!options.machines.empty()) campaign.machines = split_list(options.machines);
}

void apply_rules(const SweepVerbOptions& options, Campaign& campaign) {
    runner::Stopping& stopping = campaign.stopping;
    if (options.launches) stopping.launches = *options.launches;
    stopping.most_launches = std::max(options.most_launches.value_or(stopping.most_launches),
                                      options.most_launches ? 1 : stopping.launches);
    if (!options.until.empty()) stopping.narrower_than = runner::parse_fraction(options.until, "--until");
    if (options.most_launches && !stopping.narrower_than)
        throw Failure(ExitCode::Usage, "`--most-launches` limits the launches of `--until`, which is missing",
                      "without `--until`, `--launches` is the number of launches");
    if (!options.timeout.empty())
        campaign.launch_limit_seconds = runner::parse_duration(options.timeout, "--timeout");
    if (options.warm_ups) campaign.warm_ups = *options.warm_ups;
    if (!options.order.empty())
        campaign.order = options.order == "nested" ? Campaign::Order::Nested : Campaign::Order::Shuffled;
    if (!options.keep.empty())
        campaign.keep = options.keep == "fastest" ? Campaign::Keep::Fastest : Campaign::Keep::Median;
    if (!options.phase.empty()) campaign.phase = options.phase;
    if (options.scaled) campaign.scaling = Campaign::Scaling::Scaled;
    if (options.no_verify) campaign.verify = false;
    if (options.no_trace) campaign.trace = false;
    if (!options.x.empty()) campaign.x = options.x;
    if (options.heat_map) campaign.heat_map = true;
    if (options.seed == 0U) throw Failure(ExitCode::Usage, "`--seed` must be at least 1");
    if (options.seed) campaign.seed = *options.seed;
    app::choose_seed(campaign);
}

int sweep(const SweepVerbOptions& options, Context& context) {
    app::SweepOrder order{options.common, context.command};
    if (!options.common.resume.empty()) return app::run_sweep(order, context.terminal);
    if (options.targets.empty())
        throw Failure(ExitCode::Usage, "FILE|NAME|CAMPAIGN is missing", "see `loop sweep --help`");
    const auto from_file = app::campaign_file(options.targets, runner::find_installation());
    order.campaign = from_file ? *from_file : campaign_of(options.targets);
    apply_factors(options, order.campaign);
    apply_rules(options, order.campaign);
    return app::run_sweep(order, context.terminal);
}

void define_factors(Arguments& app, SweepVerbOptions& options) {
    app.option("FILE|NAME|CAMPAIGN", options.targets,
               "`.loop` files, workloads, or one campaign file (`.toml`, docs/sweeps.md)");
    app.option("-n,--ranks LIST", options.ranks,
               "numbers of ranks; default: 1, 2, 4 up to all available cores");
    app.option("--size LIST", options.sizes, "problem sizes, such as 256,512 or 64,...,1024");
    app.option("--iterations LIST", options.iterations, "numbers of iterations");
    app.option("--set NAME=LIST", options.set, "values of a parameter, such as block=16,64; repeatable")
        .allow_extra_args(false);
    app.option("--machine LIST", options.machines, "machine profiles; default: local");
    app.flag("--paired", options.paired, "pair the first size with the first number of ranks, and so on");
    app.flag("--scaled", options.scaled, "work grows with the number of ranks: report scaled speed-up");
}

void define_rules(Arguments& app, SweepVerbOptions& options) {
    app.option("--launches K", options.launches, "launches per point; default: 10", in_range(1, 100000));
    app.option("--until 5%", options.until,
               "repeat until the interval of the median is narrower than this fraction of the median");
    app.option("--most-launches K", options.most_launches, "with --until: at most K; default: 100",
               in_range(1, 100000));
    app.option("--timeout TIME", options.timeout, "stop launches that take longer");
    app.option("--warm-ups K", options.warm_ups, "launches per point that do not count; default: 1",
               in_range(0, 1000));
    app.option("--order ORDER", options.order, "shuffled or nested; default: shuffled",
               one_of({"shuffled", "nested"}));
    app.option("--seed SEED", options.seed, "seed of the order; default: random, recorded");
    app.option("--keep WHICH", options.keep, "median or fastest: the launch that represents a point",
               one_of({"median", "fastest"}));
    app.option("--phase NAME", options.phase, "use the time of this phase instead of the whole program");
    app.option(
        "--x FACTOR", options.x,
        "horizontal axis of tables and plots: ranks, size, iterations, machine, or a parameter; default: "
        "the factor with the most values");
    app.flag("--heat-map", options.heat_map,
             "also draw maps over the two numeric factors with the most values");
    app.flag("--no-verify", options.no_verify, "do not fill and verify payloads");
    app.flag("--no-trace", options.no_trace,
             "do not trace the last warm-up of each point (the sheet takes from it what the ranks do)");
}

Action define_sweep(Arguments& app) {
    auto options = std::make_shared<SweepVerbOptions>();
    define_factors(app, *options);
    define_rules(app, *options);
    define_sweep_options(app, options->common, Budget::Stops);
    return [options](Context& context) { return sweep(*options, context); };
}

} // namespace

const Verb sweep_verb{"sweep", "launch workloads over ranks, sizes and parameters",
                      "  loop sweep fingerprint -n 1,2,4,8 --size 256,512 --launches 10\n"
                      "  loop sweep cg -n 1-4 --until 2% --budget 10m -o results/cg\n"
                      "  loop sweep cg -n 4 --size 200,400,800        over sizes instead of ranks\n"
                      "  loop sweep cg -n 1,2,4 --size 64,...,1024 --heat-map\n"
                      "  loop sweep ring.loop -n 2 --set bytes=8,...,1048576 --x bytes\n"
                      "  loop sweep --resume results/cg\n",
                      define_sweep};

} // namespace loop::cli
