#include "runner/run/machine_check.h"

#include "base/text/cpu_list.h"
#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/environment.h"
#include "runner/machine/limits.h"
#include "runner/profile/hosts.h"
#include "runner/profile/known_errors.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr double noisy_percent = 1;     ///< of a rank's time, lost to other programs
constexpr double unsteady_ratio = 1.05; ///< first to later pieces of work, or the inverse
constexpr double probe_limit_seconds = 60;

Finding finding_of(const Failure& failure) {
    return {failure.code(), failure.what(), failure.hint()};
}

/// A finding that does not prevent runs, but may disturb measurements.
Finding remark(const MachineProfile& profile, const char* key, const std::string& text,
               const std::string& remedy) {
    return {ExitCode::Good, about_key(profile, key, text), remedy};
}

std::vector<Finding> missing_tools(const MachineProfile& profile) {
    std::vector<Finding> findings;
    for (const RequiredTool& tool : kind_of(profile)->tools())
        if (!tool.is_installed()) findings.push_back(finding_of(tool.missing(profile)));
    return findings;
}

/// Compares the profile with this host. For machines whose ranks run here.
void compare_with_host(std::vector<Finding>& findings, const MachineProfile& profile) {
    const int cores = available_cores();
    const auto add = [&](const char* key, const std::string& text, const std::string& remedy) {
        findings.push_back(remark(profile, key, text, remedy));
    };
    if (profile.hardware.cores && *profile.hardware.cores > cores)
        add("hardware.cores",
            fmt::format("profile declares {} cores; {} are available", *profile.hardware.cores, cores),
            "the sheet would describe another machine");
    if (profile.slots && *profile.slots > cores)
        add("launch.slots",
            fmt::format("{} slots on {} cores: ranks may have to share", *profile.slots, cores),
            "declare at most as many slots as cores, unless ranks shall share cores");
    const Json environment = environment_record();
    const std::string governor = environment.value("governor", "unknown");
    if (governor != "unknown" && governor != "performance")
        add("hardware", fmt::format("frequency scaling: the governor is `{}`", governor),
            "`cpupower frequency-set -g performance`, as root");
    if (environment["turbo"] == "on")
        add("hardware",
            "frequency scaling: turbo is on, so the clock rate depends on temperature and on other cores",
            "to compare figures, switch it off in /sys/devices/system/cpu (intel_pstate/no_turbo, "
            "cpufreq/boost)");
}

using formats::RankRecord;
using formats::RunRecord;
using formats::Spread;

/// Names of the results of machines/probe.loop.
constexpr const char* taken_away = "taken away";
constexpr const char* longest_gap = "longest gap";
constexpr const char* first_over_later = "first pieces over later ones";

/// Rank records of the only launch; ranks without a record are left out.
std::vector<const RankRecord*> rank_records(const RunRecord& record) {
    std::vector<const RankRecord*> records;
    for (const formats::RunLaunch& launch : record.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (rank.record) records.push_back(&*rank.record);
    return records;
}

std::optional<Spread> result_of(const RunRecord& record, const std::string& name) {
    for (const formats::ResultValue& result : record.summary.results)
        if (result.name == name && result.value) return result.value;
    return std::nullopt;
}

/// Describes a rank that is not bound to a core of its own; empty if there is none.
std::string unpinned(const std::vector<const RankRecord*>& ranks, std::size_t threads_of_core) {
    std::map<std::pair<std::string, int>, int> owner;
    for (const RankRecord* rank : ranks) {
        const std::string list = rank->cpus;
        const std::vector<int> cpus = parse_cpu_list(list);
        const int number = rank->rank;
        if (cpus.size() > threads_of_core) return fmt::format("rank {} may use CPUs {}", number, list);
        for (const int cpu : cpus) {
            const auto [entry, is_new] = owner.insert({{rank->host, cpu}, number});
            if (!is_new)
                return fmt::format("ranks {} and {} may both use CPU {}", entry->second, number, cpu);
        }
    }
    return {};
}

std::string pinning_remedy(const MachineProfile& profile) {
    const std::string launcher = fs::path(profile.launcher[0]).filename().string();
    if (launcher == "srun") return "`--cpu-bind=cores` in the command";
    return profile.mpi == "MPICH" ? "`-bind-to core` in the command" : "`--bind-to core` in the command";
}

void judge_pinning(std::vector<Finding>& findings, const MachineProfile& profile,
                   const std::vector<const RankRecord*>& ranks) {
    if (profile.pinning == "none") return;
    const bool is_crowded = std::any_of(ranks.begin(), ranks.end(), [](const RankRecord* rank) {
        return rank->node_ranks > rank->node_cores;
    });
    const std::string loose = is_crowded ? "" : unpinned(ranks, 2);
    if (loose.empty()) return;
    const std::string promise =
        profile.pinning == "core" ? "`launch.pinning` declares one core per rank, but " : "";
    findings.push_back(remark(profile, "launch.command", promise + "ranks are not pinned: " + loose,
                              pinning_remedy(profile)));
}

void judge_library(std::vector<Finding>& findings, const MachineProfile& profile,
                   const std::vector<const RankRecord*>& ranks) {
    const std::string library = ranks[0]->mpi.library;
    if (profile.mpi.empty() || library.compare(0, profile.mpi.size(), profile.mpi) == 0) return;
    findings.push_back(
        remark(profile, "build.mpi",
               fmt::format("profile declares `{}`; the library reports `{}`", profile.mpi, library),
               "use the name that the library reports"));
}

void judge_crowd(std::vector<Finding>& findings, const MachineProfile& profile,
                 const std::vector<const RankRecord*>& ranks) {
    for (const RankRecord* rank : ranks) {
        const int here = rank->node_ranks, cores = rank->node_cores;
        if (cores == 0 || here <= cores) continue;
        findings.push_back(
            remark(profile, "launch.slots",
                   fmt::format("{} ranks share {} on `{}`", here, counted(cores, "core"), rank->host),
                   "use fewer ranks (`-n`), or limit the slots"));
        return;
    }
}

void judge_hosts(std::vector<Finding>& findings, const MachineProfile& profile,
                 const std::vector<const RankRecord*>& ranks) {
    if (profile.hosts.size() < 2 || ranks.size() < profile.hosts.size()) return;
    const auto same = [&](const RankRecord* rank) { return rank->host == ranks[0]->host; };
    if (!std::all_of(ranks.begin(), ranks.end(), same)) return;
    findings.push_back(
        {ExitCode::RunFailed,
         about_key(profile, "launch.hosts",
                   fmt::format("{} hosts are named, but all ranks ran on `{}`", profile.hosts.size(),
                               ranks[0]->host)),
         "use `{hostfile}` or `{hosts}` in `launch.command`, and hosts with different names (`hostname`)"});
}

void judge_noise(std::vector<Finding>& findings, const MachineProfile& profile, const RunRecord& record) {
    if (const auto taken = result_of(record, taken_away); taken && taken->max > noisy_percent)
        findings.push_back(
            remark(profile, "hardware",
                   fmt::format("noisy: {:.1f} % of a rank's time went to other processes", taken->max),
                   "use an idle machine, dedicated cores and more launches"));
    if (const auto ratio = result_of(record, first_over_later)) {
        const double most = std::max(ratio->max, 1 / std::max(ratio->min, 1e-9));
        if (most > unsteady_ratio)
            findings.push_back(remark(
                profile, "hardware",
                fmt::format("unsteady speed: the time of the same work varied by a factor of {:.2f}", most),
                "use a fixed clock rate (governor `performance`, no turbo) and warm-ups"));
    }
}

std::string spread_text(const std::optional<Spread>& result, double factor, const char* unit) {
    return result ? fmt::format("{:.3g}{}", result->max * factor, unit) : "";
}

void add_facts(MachineCheck& check, const RunRecord& record, const MachineProfile& profile) {
    const auto ranks = rank_records(record);
    std::vector<std::string> hosts;
    for (const RankRecord* rank : ranks)
        if (const std::string host = rank->host; std::find(hosts.begin(), hosts.end(), host) == hosts.end())
            hosts.push_back(host);
    const formats::RunVersions& versions = record.versions;
    check.facts.emplace_back("compiler", profile.compiler[0] + ", " + versions.compiler);
    check.facts.emplace_back("launcher", profile.launcher[0] + ", " + versions.launcher);
    check.facts.emplace_back("library", versions.mpi);
    check.facts.emplace_back("ran",
                             fmt::format("{} ranks on {}{} in {:.2g} s", ranks.size(), joined(hosts, ", "),
                                         kind_of(profile)->is_model() ? " (simulated)" : "",
                                         record.launches.at(0).seconds));
    if (const auto taken = result_of(record, taken_away))
        check.facts.emplace_back("disturbed",
                                 fmt::format("up to {} of a rank's time, longest gap {} (gaps above 5 us "
                                             "between clock readings during 0.4 s)",
                                             spread_text(taken, 1, " %"),
                                             spread_text(result_of(record, longest_gap), 1e-3, " ms")));
    if (const auto ratio = result_of(record, first_over_later))
        check.facts.emplace_back(
            "steady",
            fmt::format("the first pieces of work took {:.2f} to {:.2f} times as long as later ones",
                        ratio->min, ratio->max));
}

RunRequest probe_request(const MachineProfile& profile, const CheckRequest& request, const fs::path& folder) {
    RunRequest probe;
    probe.target = "machines/probe.loop";
    probe.machine = request.machine;
    probe.hosts = request.hosts;
    probe.output = folder;
    probe.timeout_seconds = probe_limit_seconds;
    probe.settings.trace = false;
    probe.settings.ranks = request.ranks;
    // The clock of a simulation does not advance without computation.
    const auto kind = kind_of(profile);
    if (kind->is_model()) probe.settings.set = {{"seconds", "0"}};
    if (probe.settings.ranks == 0) {
        const std::int64_t usual = kind->probe_ranks(available_cores());
        probe.settings.ranks =
            static_cast<int>(std::min(std::max<std::int64_t>(usual, 2), profile.slots.value_or(usual + 2)));
    }
    return probe;
}

void run_probe(MachineCheck& check, const Installation& installation, const MachineProfile& profile,
               const CheckRequest& request, const Logger& logger) {
    TemporaryDirectory folder(kind_of(profile)->shared_folder(), "loop-check");
    folder.guard();
    const std::string text = read_file(installation.machines / "probe.loop");
    const compiler::Compilation compilation =
        compiler::compile(compiler::Source("machines/probe.loop", text));
    const RunOutcome outcome =
        run(compilation, installation, probe_request(profile, request, folder.path()), logger);
    if (outcome.code == ExitCode::Interrupted || outcome.code == ExitCode::Terminated)
        throw Interrupted{static_cast<int>(outcome.code) - 128};
    for (const std::string& failure : outcome.failures)
        check.findings.push_back({outcome.code, failure, ""});
    if (outcome.code != ExitCode::Good && outcome.code != ExitCode::Finding) return;
    add_facts(check, *outcome.record, profile);
    for (Finding& finding : findings_of(*outcome.record, profile))
        check.findings.push_back(std::move(finding));
}

} // namespace

ExitCode MachineCheck::code() const {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& finding) { return finding.is_problem(); });
    return found == findings.end() ? ExitCode::Good : found->code;
}

std::vector<Finding> findings_of(const RunRecord& record, const MachineProfile& profile) {
    std::vector<Finding> findings;
    const auto ranks = rank_records(record);
    if (ranks.empty()) return findings;
    judge_library(findings, profile, ranks);
    if (record.verdict && record.verdict->word == formats::Verdict::Word::Invalid)
        for (const std::string& reason : record.verdict->reasons)
            findings.push_back({ExitCode::Finding, about_key(profile, "hardware", reason), ""});
    if (kind_of(profile)->is_model()) return findings;
    judge_hosts(findings, profile, ranks);
    judge_pinning(findings, profile, ranks);
    judge_crowd(findings, profile, ranks);
    judge_noise(findings, profile, record);
    return findings;
}

MachineCheck check_machine(const Installation& installation, const CheckRequest& request,
                           const Logger& logger) {
    MachineProfile profile = find_profile(installation, request.machine);
    set_hosts(profile, request.hosts);
    MachineCheck check;
    check.findings = missing_tools(profile);
    if (kind_of(profile)->is_this_host()) compare_with_host(check.findings, profile);
    if (check.code() != ExitCode::Good) return check;
    try {
        run_probe(check, installation, profile, request, logger);
    } catch (const Failure& failure) {
        if (!failure.details().empty()) logger.forward(failure.details());
        check.findings.push_back(finding_of(failure));
    }
    return check;
}

} // namespace loop::runner
