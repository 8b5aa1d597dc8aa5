#include "app/sweep/apexmap.h"

#include "app/sweep/apexmap_checks.h"
#include "base/text/strings.h"
#include "runner/machine/limits.h"
#include "runner/profile/profile.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::app {

namespace fs = std::filesystem;
using runner::Campaign;
using runner::ExitCode;
using runner::Failure;
using runner::Series;

namespace {

constexpr const char* usual_campaign = "surface"; // workloads/surface.toml

bool is(const Series& series, const std::string& workload) {
    return fs::path(series.workload).stem() == workload;
}

std::vector<std::string>& values_of(Series& series, const std::string& name) {
    const auto found = std::find_if(series.set.begin(), series.set.end(),
                                    [&](const auto& item) { return item.first == name; });
    if (found != series.set.end()) return found->second;
    series.set.emplace_back(name, std::vector<std::string>{});
    return series.set.back().second;
}

/// Sets a parameter that is an axis of the grid. All its values become one value of the series, a list.
void make_axis(Series& series, const std::string& name, const std::string& given) {
    std::vector<std::string>& values = values_of(series, name);
    if (!given.empty()) values = {given};
    values = {values.empty() ? "1" : joined(values, ",")};
}

/// Sets a parameter; each of its values gives a separate surface.
void choose(Series& series, const std::string& name, const std::string& given) {
    if (!given.empty()) values_of(series, name) = split_list(given);
}

void apply(const ApexmapOptions& options, Series& series) {
    make_axis(series, "alpha", options.alphas);
    make_axis(series, "L", options.lengths);
    choose(series, "version", options.versions);
    choose(series, "style", options.styles);
    choose(series, "intensity", options.intensities);
    choose(series, "B", options.buffers);
    for (const std::string& text : options.set) {
        const auto [name, values] = runner::parse_choices(text);
        if (name == "alpha" || name == "L")
            throw Failure(ExitCode::Usage, fmt::format("`{}` is an axis of the surface", name),
                          name == "L" ? "give its values with `--length`" : "give its values with `--alpha`");
        values_of(series, name) = values;
    }
    series.skip = "skip";
}

constexpr const char* memory_probe = "triad";
constexpr const char* message_probe = "pingpong";

bool is_simulated(const std::string& machine, const runner::Installation& installation) {
    return runner::find_profile(installation, machine).simulation.has_value();
}

/// Adds a workload on the same numbers of ranks, at least `least`. With a machine, only on that one.
void add_probe(Campaign& campaign, const char* workload, int least, const std::string& machine = {}) {
    Series probe;
    probe.workload = workload;
    probe.machine = machine;
    probe.extra = true;
    for (const Series& series : campaign.series)
        for (const int ranks : series.ranks)
            if (ranks >= least && is(series, "apexmap") &&
                std::find(probe.ranks.begin(), probe.ranks.end(), ranks) == probe.ranks.end())
                probe.ranks.push_back(ranks);
    if (!probe.ranks.empty()) campaign.series.push_back(probe);
}

/// Adds a ping-pong, and the triad on machines that have a memory, to compare the surfaces with. A workload
/// that the campaign already has is not added.
void add_probes(const ApexmapOptions& options, const runner::Installation& installation, Campaign& campaign) {
    const auto has = [&](const char* workload) {
        return std::any_of(campaign.series.begin(), campaign.series.end(),
                           [&](const Series& series) { return is(series, workload); });
    };
    const bool has_triad = has(memory_probe);
    if (!options.no_pingpong && !has(message_probe)) add_probe(campaign, message_probe, 2);
    if (has_triad) return;
    std::vector<std::string> real;
    for (const std::string& machine : campaign.machines)
        if (!is_simulated(machine, installation)) real.push_back(machine);
    if (real.size() == campaign.machines.size()) return add_probe(campaign, memory_probe, 1);
    for (const std::string& machine : real)
        add_probe(campaign, memory_probe, 1, machine);
}

constexpr const char* shmem = "shmem";

bool has_shmem(const std::string& machine, const runner::Installation& installation) {
    const std::vector<std::string> flags = runner::find_profile(installation, machine).flags;
    return std::find(flags.begin(), flags.end(), "-DLOOP_OPENSHMEM") != flags.end();
}

/// Whether the series measures `version=shmem` on all machines of the campaign.
bool measures_shmem_everywhere(const Series& series) {
    return is(series, "apexmap") && series.machine.empty() &&
           std::any_of(series.set.begin(), series.set.end(), [](const auto& item) {
               const auto& [name, values] = item;
               return name == "version" && std::find(values.begin(), values.end(), shmem) != values.end();
           });
}

/// Leaves out `version=shmem` on machines without OpenSHMEM. If no machine has it, the program refuses it.
void keep_shmem_where_it_is(const runner::Installation& installation, Campaign& campaign,
                            const Terminal& terminal) {
    std::vector<std::string> with, without;
    for (const std::string& machine : campaign.machines)
        (has_shmem(machine, installation) ? with : without).push_back(machine);
    if (with.empty() || without.empty()) return;
    std::vector<Series> all;
    for (const Series& series : campaign.series) {
        if (!measures_shmem_everywhere(series)) {
            all.push_back(series);
            continue;
        }
        terminal.info(fmt::format("version=shmem is measured only on {}: {} has no OpenSHMEM",
                                  joined(with, " and "), joined(without, " and ")));
        for (const std::string& machine : campaign.machines) {
            Series& one = all.emplace_back(series);
            one.machine = machine;
            std::vector<std::string>& versions = values_of(one, "version");
            if (!has_shmem(machine, installation))
                versions.erase(std::remove(versions.begin(), versions.end(), shmem), versions.end());
            if (versions.empty()) all.pop_back();
        }
    }
    campaign.series = std::move(all);
}

/// Measures versions that use no receive buffers once, not for each B.
void measure_without_buffers_once(Campaign& campaign) {
    std::vector<Series> all;
    for (const Series& series : campaign.series) {
        const std::vector<std::string> versions = values_in(series, "version"),
                                       buffers = values_in(series, "B");
        const auto with = std::count_if(versions.begin(), versions.end(), uses_buffers);
        all.push_back(series);
        if (!is(series, "apexmap") || buffers.size() < 2 ||
            with == static_cast<std::ptrdiff_t>(versions.size()))
            continue;
        if (with == 0) all.pop_back();
        all.push_back(series);
        Series& once = all.back();
        values_of(once, "B") = {buffers.front()};
        const auto remove = [&](Series& of, bool wanted) {
            std::vector<std::string>& own = values_of(of, "version");
            own.erase(
                std::remove_if(own.begin(), own.end(),
                               [&](const std::string& version) { return uses_buffers(version) != wanted; }),
                own.end());
        };
        remove(once, false);
        if (with > 0) remove(all[all.size() - 2], true);
    }
    campaign.series = std::move(all);
}

std::vector<runner::MachineProfile> profiles_of(const Campaign& campaign, const Series& series,
                                                const runner::Installation& installation) {
    const std::vector<std::string> machines =
        series.machine.empty() ? campaign.machines : std::vector<std::string>{series.machine};
    std::vector<runner::MachineProfile> profiles;
    for (const std::string& machine : machines)
        profiles.push_back(runner::find_profile(installation, machine));
    return profiles;
}

Campaign campaign_of(const ApexmapOptions& options, const Terminal& terminal) {
    const std::string name = options.campaign.empty() ? usual_campaign : options.campaign;
    const runner::Installation installation = runner::find_installation();
    auto campaign = campaign_file({name}, installation);
    if (!campaign)
        throw Failure(ExitCode::Usage, fmt::format("unknown campaign `{}`", name),
                      "give a `.toml` file (docs/apexmap.md)");
    for (Series& series : campaign->series) {
        if (!options.ranks.empty()) series.ranks = runner::parse_numbers(options.ranks, "--ranks", 1);
        if (series.ranks.empty()) series.ranks = {runner::available_cores()};
        if (is(series, "apexmap")) apply(options, series);
    }
    if (std::none_of(campaign->series.begin(), campaign->series.end(),
                     [](const Series& series) { return is(series, "apexmap"); }))
        throw Failure(ExitCode::Usage,
                      fmt::format("the campaign `{}` has no series of the workload apexmap", name),
                      "`loop sweep` measures other workloads");
    if (!options.machines.empty()) campaign->machines = split_list(options.machines);
    for (const Series& series : campaign->series)
        if (is(series, "apexmap")) check_apexmap(series, profiles_of(*campaign, series, installation));
    measure_without_buffers_once(*campaign);
    keep_shmem_where_it_is(installation, *campaign, terminal);
    if (!options.no_probes) add_probes(options, installation, *campaign);
    campaign->stopping.launch(options.launches.value_or(campaign->stopping.launches));
    if (!options.timeout.empty())
        campaign->launch_limit_seconds = runner::parse_duration(options.timeout, "--timeout");
    choose_seed(*campaign);
    return *campaign;
}

/// The number of grid points that a launch measures; 0 for other workloads.
int grid_points(const runner::Point& point) {
    if (point.skip.empty()) return 0;
    std::size_t points = 1;
    for (const auto& [name, value] : point.settings.set)
        if (name == "alpha" || name == "L") points *= split_list(value).size();
    return static_cast<int>(points);
}

} // namespace

int run_apexmap(const ApexmapOptions& options, const std::vector<std::string>& command,
                const Terminal& terminal) {
    SweepOrder order{options.common, command};
    order.verb = "apexmap";
    order.results_of = grid_points;
    if (options.common.resume.empty()) order.campaign = campaign_of(options, terminal);
    return run_sweep(order, terminal);
}

} // namespace loop::app
