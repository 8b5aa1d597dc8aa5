#include "runner/run/launch_series.h"

#include "base/text/strings.h"
#include "runner/launch/launcher_banner.h"
#include "runner/launch/machine_kind.h"
#include "runner/launch/scratch.h"
#include "runner/machine/environment.h"
#include "runner/machine/limits.h"
#include "runner/outcome/calls/launch_findings.h"
#include "runner/outcome/failures.h"
#include "runner/outcome/hang/host_watchdogs.h"
#include "runner/outcome/hang/watch.h"
#include "runner/outcome/launch_calls.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/profile/known_errors.h"
#include "runner/run/core_binding.h"
#include "runner/run/rank_map.h"
#include "runner/run/run_directory.h"
#include "runner/run/sanitized.h"
#include "runner/run/simulated.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <unistd.h>

#include <fstream>
#include <random>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The lower bound of the adaptive hang limit on other hosts.
constexpr double min_seconds_elsewhere = 120;

/// For watchdogs that only wait for orders.
constexpr auto idle_poll_interval = std::chrono::milliseconds(1000);

std::string new_launch_id() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}", random(), random());
}

/// A simulator detects hangs itself.
bool looks_for_hangs(const ResolvedRun& run) {
    return !kind_of(run.profile)->is_model() && run.request.hang_limit_seconds.value_or(1) > 0;
}

/// On other hosts the number of cores is unknown; the limit assumes one rank per core.
HangLimit hang_limit(const ResolvedRun& run) {
    if (kind_of(run.profile)->is_elsewhere())
        return {run.request.hang_limit_seconds, 1, min_seconds_elsewhere};
    return {run.request.hang_limit_seconds, static_cast<double>(run.settings.ranks) / available_cores()};
}

/// The processors that ranks on this host may use; empty: all of them, or they are unknown.
std::vector<int> allowed_processors(const MachineKind& kind) {
    const std::vector<int> cpus = kind.is_this_host() ? affinity_cpus() : std::vector<int>{};
    return static_cast<long>(cpus.size()) < ::sysconf(_SC_NPROCESSORS_ONLN) ? cpus : std::vector<int>{};
}

Settings launch_settings(const ResolvedRun& run) {
    const auto kind = kind_of(run.profile);
    Settings settings = run.settings;
    settings.allowed = allowed_processors(*kind);
    settings.watched = kind->is_model() || looks_for_hangs(run);
    const auto poll_interval = looks_for_hangs(run) ? hang_limit(run).poll_interval() : idle_poll_interval;
    if (kind->is_elsewhere() && !kind->is_model())
        settings.watchdog_seconds = std::chrono::duration<double>(poll_interval).count();
    return settings;
}

/// Adds a sentence about hosts that no longer answer. A signal during this check is noted in `end`, like a
/// signal during the launch.
void note_lost_hosts(LaunchEnd& end, const MachineKind& kind, Interrupts& interrupts) {
    try {
        end.problem = kind.lost(interrupts);
    } catch (const Interrupted& interrupted) {
        end.interrupted_by = interrupted.signal;
    }
}

/// What a quota of this command's control groups did to the ranks, which are in them, too; empty: nothing.
std::optional<formats::RunThrottling> throttled_since(const std::map<std::string, Throttling>& before) {
    const Throttling longest = longest_throttling(before, throttling());
    if (longest.times == 0) return std::nullopt;
    return formats::RunThrottling{longest.times, longest.seconds, cpu_quota_cores()};
}

/// What the launcher wrote first; a program may write any amount.
std::string beginning_of(const fs::path& file) {
    std::string text(std::size_t(1) << 20, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

LaunchResult launch_once(const RunFacts& facts, const fs::path& folder, int index,
                         const std::function<void(const fs::path&)>& each_second, Interrupts& interrupts) {
    const ResolvedRun& run = facts.run;
    const MachineProfile& profile = run.profile;
    const auto kind = kind_of(profile);
    const fs::path records = folder / "records";
    make_own_folder(records);
    LaunchResult result;
    result.index = index;
    result.id = new_launch_id();
    result.started = iso_time();
    const CoreBinding binding = bind_cores(run);
    Settings settings = launch_settings(run);
    settings.cores = binding.cpus;
    result.binding = binding.record;
    write_file(folder / "parameters", parameter_file(settings, result.id, records));
    std::optional<HostWatchdogs> watchdogs;
    if (settings.watchdog_seconds > 0) watchdogs.emplace(records, settings.ranks);

    if (const std::string hosts = host_file(profile); !hosts.empty()) write_file(folder / "hostfile", hosts);
    Launch launch = launch_in(folder, facts.launch_command, profile);
    std::optional<Scratch> scratch;
    if (!kind->is_elsewhere()) scratch.emplace(result.id).add_to(launch.environment);
    launch.timeout_seconds = run.timeout_seconds;
    launch.show_output = run.request.show_output;
    launch.show_errors = run.request.show_errors;
    // Reads the status of ranks before LOOP stops them: stopping takes time, and a rank may make progress
    // until it ends.
    const auto read_ranks = [&] { result.ranks = read_outcomes(records, run.settings.ranks, result.id); };
    launch.before_stop = [&] {
        read_ranks();
        if (!watchdogs) return rank_processes(records, settings.ranks);
        watchdogs->request_traces(HangClock::now());
        return std::vector<pid_t>();
    };
    if (watchdogs) launch.have_flushed = [&] { return watchdogs->have_flushed(HangClock::now()); };
    HangWatch watch((watchdogs ? look_at_hosts : look_at_local_ranks)(records, settings.ranks),
                    hang_limit(run));
    if (looks_for_hangs(run)) {
        launch.hang_poll_interval = hang_limit(run).poll_interval();
        launch.is_hung = [&] { return watch.look(HangWatch::Clock::now()); };
    }
    launch.is_done = [&] {
        if (each_second) each_second(records);
        return are_finalising(records, run.settings.ranks);
    };
    const std::uint64_t killed_before = processes_killed_for_memory();
    const auto throttled_before = throttling();
    const auto space = shared_memory_free_bytes();
    result.end = kind->run(launch, run.settings.ranks, interrupts);
    result.end.memory_kills = processes_killed_for_memory() - killed_before;
    if (kind->is_this_host()) result.throttled = throttled_since(throttled_before);
    if (!kind->is_elsewhere()) remove_half_written(records);
    if (result.ranks.empty()) read_ranks();
    if (watchdogs) watchdogs->add_newer(result.ranks);
    // A job may have its problem set already.
    if (!result.is_good() && result.end.interrupted_by == 0 && result.end.problem.empty())
        note_lost_hosts(result.end, *kind, interrupts);
    result.strict = settings.strict.has_value();
    result.allowed = settings.allowed;
    if (result.end.hung) result.end.stall_seconds = watch.stall_seconds();
    result.end.hung = result.end.hung || kind->reports_hang(folder / "stderr");
    read_calls(result, records, facts.program.program, facts.source.file, interrupts);
    find_traces(result.ranks, records);
    if (kind->is_this_host())
        result.slow_transport = slow_transport(space, run.settings.ranks, beginning_of(folder / "stderr"));
    if (!run.request.map.empty()) result.misplaced = misplaced_rank(profile.hosts, result.ranks);
    return result;
}

/// What a failed launch's stderr says: why the launcher failed, if its output is known, and the last line,
/// unless the terminal has shown it.
std::vector<std::string> causes_in_stderr(const LaunchResult& launch, const RunFacts& facts,
                                          const fs::path& folder) {
    if (launch.end.hung) return {};
    std::vector<std::string> sentences;
    const std::string errors = read_file(folder / "stderr");
    const bool alone = launch.ranks.size() > 1 && launch.ranks[0].was_alone();
    std::string hint = kind_of(facts.run.profile)->launch_hint(errors, launch.end.timed_out, alone);
    if (hint.empty() && kind_of(facts.run.profile)->is_this_host())
        hint = shared_memory_hint(facts.run.profile, beginning_of(folder / "stdout"));
    if (!hint.empty()) sentences.push_back(hint);
    const std::string words = last_error_line(errors);
    if (facts.run.request.show_errors < 0 && !launch.end.was_stopped() && !words.empty())
        sentences.push_back("the last line of its stderr: " + words);
    return sentences;
}

/// What is wrong with the launch, with what its stderr says.
std::vector<std::string> failures_with_causes(const LaunchResult& launch, const RunFacts& facts,
                                              const fs::path& folder) {
    std::vector<std::string> sentences = failures_of(launch, facts.source.file);
    if (launch.is_good() || launch.never_started()) return sentences;
    for (std::string& sentence : causes_in_stderr(launch, facts, folder))
        sentences.push_back(std::move(sentence));
    return sentences;
}

ExitCode exit_code(const std::vector<LaunchResult>& launches, const Verdict& verdict) {
    const LaunchResult& last = launches.back();
    if (last.end.interrupted_by != 0) return static_cast<ExitCode>(128 + last.end.interrupted_by);
    if ((last.end.timed_out || last.end.hung) && !last.is_good()) return ExitCode::TimedOut;
    if (last.is_refused()) return ExitCode::Usage;
    if (!last.is_good()) return last.could_not_write() ? ExitCode::InputOutput : ExitCode::RunFailed;
    if (first_fault(last.findings) != nullptr) return ExitCode::RunFailed;
    if (verdict.word == Verdict::Word::Invalid) return ExitCode::Finding;
    return trace_failures(last.ranks).empty() ? ExitCode::Good : ExitCode::InputOutput;
}

/// Whether it is known that no rank charged any work.
bool charges_nothing(const LaunchResult& launch) {
    return std::all_of(launch.ranks.begin(), launch.ranks.end(), [](const RankOutcome& rank) {
        return rank.record && rank.record->charged_seconds == 0.0;
    });
}

/// What became of the checks of executed work.
std::string checks_text(const std::vector<LaunchResult>& launches) {
    long long checks = 0, failures = 0;
    for (const LaunchResult& launch : launches)
        for (const RankOutcome& rank : launch.ranks)
            for (std::size_t i = 0; rank.record && i < rank.record->verifications.size(); ++i) {
                checks += rank.record->verifications[i].checks;
                failures += rank.record->verifications[i].failures;
            }
    if (checks == 0) return ", and no `\\VERIFY` checked its results";
    if (failures == 0) return ", and its results verified";
    return fmt::format(", and {} of {} checks of its results failed", failures, checks);
}

/// What a simulation did with the program's work.
std::string work_text(const std::vector<LaunchResult>& launches, const ResolvedRun& run) {
    if (!run.request.measure_host_code && std::all_of(launches.begin(), launches.end(), charges_nothing))
        return "no work was charged, as host code takes no simulated time (`\\FLOPS` and `\\WORK` charge it, "
               "`--host-compute measured` times it)";
    const std::string uncharged =
        run.lines_uncharged.empty()
            ? ""
            : fmt::format("; the host code in {} is not charged, so it took no simulated time",
                          line_list(run.lines_uncharged));
    const std::string about = uncharged + (run.about_steering.empty() ? "" : "; " + run.about_steering);
    if (run.settings.verify) return "the work was executed" + checks_text(launches) + about;
    return "work was charged, not executed, so results are not verified (use `--verify`)" + about;
}

/// Adds to the verdict's reasons that no time was measured. A VALID run becomes VALID WITH NOTES.
void note_simulated(Verdict& verdict, const std::vector<LaunchResult>& launches, const ResolvedRun& run) {
    std::string text =
        "simulated: all times come from a model, none was measured; " + work_text(launches, run);
    if (run.request.measure_host_code) text += "; host code was timed on this host and scaled, so times vary";
    verdict.reasons.insert(verdict.reasons.begin(), text);
    if (verdict.word == Verdict::Word::Valid) verdict.word = Verdict::Word::ValidWithNotes;
}

/// Notes in the verdict that LOOP changed how the program communicates.
void note_strict(Verdict& verdict) {
    verdict.reasons.insert(verdict.reasons.begin(),
                           "strict: the times mean nothing, as `--strict` makes ranks wait for each other");
    if (verdict.word == Verdict::Word::Valid) verdict.word = Verdict::Word::ValidWithNotes;
}

} // namespace

Launch launch_in(const fs::path& folder, const std::vector<std::string>& command,
                 const MachineProfile& profile) {
    Launch launch;
    launch.arguments = in_folder(command, folder);
    launch.environment = profile.environment;
    launch.environment["LOOP_PARAMETERS"] = (folder / "parameters").string();
    launch.mark = "LOOP_PARAMETERS=" + (folder / "parameters").string();
    launch.package = profile.launcher_package;
    launch.folder = folder;
    return launch;
}

const LaunchResult& LaunchSeries::launch(int index, const fs::path& launch_folder, Interrupts& interrupts) {
    make_own_folder(launch_folder);
    launches_.push_back(launch_once(facts_, launch_folder, index, each_second_, interrupts));
    failures_ = failures_with_causes(launches_.back(), facts_, launch_folder);
    facts_.environment["load_after"] = load_average();
    write_record();
    return launches_.back();
}

void LaunchSeries::adopt(LaunchResult launch) {
    launches_.push_back(std::move(launch));
}

void LaunchSeries::write_record() {
    const ResolvedRun& run = facts_.run;
    const bool is_model = kind_of(facts_.run.profile)->is_model();
    Verdict verdict = judge(launches_, run.settings.verify || is_model, run.launches, facts_.source.file);
    if (is_model) note_simulated(verdict, launches_, run);
    if (run.settings.strict.has_value()) note_strict(verdict);
    if (run.request.sanitize) note_sanitized(verdict);
    code_ = exit_code(launches_, verdict);
    record_ = run_record(facts_, launches_, verdict);
    replace_file(folder_ / formats::run_file_name, formats::text_of(*record_));
}

} // namespace loop::runner
