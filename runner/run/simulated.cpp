#include "runner/run/simulated.h"

#include "base/text/place.h"
#include "base/text/strings.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

namespace loop::runner {

namespace {

constexpr const char* host_code_is_free = "--cfg=smpi/simulate-computation:no";
constexpr double platform_flops_per_second = 1e9; ///< the speed of every host of a platform; serves as a unit
constexpr std::size_t platform_limit_bytes = std::size_t(64) << 20;

std::vector<formats::RunSimulation::Phase> phases_of(const LaunchResult& launch) {
    std::vector<formats::RunSimulation::Phase> phases;
    for (const RankOutcome& rank : launch.ranks)
        for (const formats::Phase& phase : rank.record->phases) {
            const auto same = [&](const auto& entry) {
                return entry.name == phase.name && is_same_line(entry, phase);
            };
            auto entry = std::find_if(phases.begin(), phases.end(), same);
            if (entry == phases.end())
                entry = phases.insert(entry, {phase.name, phase.line, 0.0, phase.file});
            entry->seconds = std::max(entry->seconds, phase.total_seconds.value_or(0));
        }
    return phases;
}

/// Checks the simulator first: it has its own packages, which nothing else needs.
void check_simulator(const MachineProfile& profile) {
    std::vector<std::string> missing;
    for (const std::string& tool : {profile.compiler[0], profile.launcher[0]})
        if (find_in_path(tool).empty()) missing.push_back("`" + tool + "`");
    if (missing.empty()) return;
    const std::string packages = joined({profile.compiler_package, profile.launcher_package}, " ");
    throw Failure(ExitCode::BuildFailed,
                  fmt::format("machine `{}` is simulated, but its simulator is not installed ({})",
                              profile.name, joined(missing, ", ")),
                  fmt::format("apt-get install {}", packages));
}
} // namespace

void resolve_simulation(ResolvedRun& run) {
    const MachineProfile& profile = run.profile;
    if (!profile.simulation) {
        if (run.request.measure_host_code)
            throw Failure(
                ExitCode::Usage,
                fmt::format("`--host-compute` is for simulated machines; `{}` is a real one", profile.name));
        return;
    }
    check_simulator(profile);
    const auto& rates = profile.simulation->rates;
    if (rates.find("flops_per_second") == rates.end())
        throw Failure(ExitCode::Usage,
                      fmt::format("machine `{}` has no `simulation.rates.flops_per_second`", profile.name),
                      "set it to the operations per second of its processor; `\\FLOPS` and the products are "
                      "charged at this rate");
    run.settings.rates = rates;
    run.may_verify_simulation = run.settings.verify;
    run.settings.verify = run.request.verify_simulation;
}

double host_flops_per_second() {
    using Clock = std::chrono::steady_clock;
    constexpr int operations = 2000000;
    double best = 1e300;
    for (int trial = 0; trial < 15; ++trial) {
        volatile double factor = 0.999999;
        double sum = 1;
        const auto begin = Clock::now();
        const double by = factor;
        for (int i = 0; i < operations / 2; ++i)
            sum = sum * by + 1e-9;
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        factor = sum;
        best = std::min(best, seconds);
    }
    return operations / best;
}

std::vector<std::string> with_measured_host_code(std::vector<std::string> arguments,
                                                 const MachineProfile& profile) {
    const auto found = std::find(arguments.begin(), arguments.end(), host_code_is_free);
    if (found == arguments.end())
        throw Failure(
            ExitCode::Usage,
            fmt::format(
                "`--host-compute measured` replaces `{1}`, which the launcher of machine `{0}` does not have",
                profile.name, host_code_is_free));
    const double ratio = host_flops_per_second() / profile.simulation->rates.at("flops_per_second");
    *found = "--cfg=smpi/simulate-computation:yes";
    arguments.insert(found + 1,
                     fmt::format("--cfg=smpi/host-speed:{:.0f}f", ratio * platform_flops_per_second));
    return arguments;
}

formats::RunSimulation simulated_record(const ResolvedRun& run, const std::vector<LaunchResult>& launches) {
    using HostCompute = formats::RunSimulation::HostCompute;
    formats::RunSimulation result;
    result.host_compute = run.request.measure_host_code ? HostCompute::Measured : HostCompute::Free;
    result.work_left_out = run.leaves_out_work;
    result.uncharged_lines = run.lines_uncharged;
    for (const LaunchResult& launch : launches) {
        if (!launch.is_complete()) continue;
        double makespan = 0;
        for (const RankOutcome& rank : launch.ranks)
            makespan = std::max(makespan, rank.record->elapsed_seconds.value_or(0));
        result.makespan_seconds = makespan;
        result.phases = phases_of(launch);
        break;
    }
    const std::filesystem::path file = run.profile.simulation->platform;
    result.platform = {
        file.filename().string(),
        read_file(file.is_absolute() ? file : run.profile.folder / file, platform_limit_bytes)};
    return result;
}

} // namespace loop::runner
