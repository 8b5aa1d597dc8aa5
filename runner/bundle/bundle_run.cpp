#include "base/formats/job_facts.h"
#include "base/text/strings.h"
#include "runner/bundle/bundle.h"
#include "runner/bundle/rank_limit.h"
#include "runner/machine/environment.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/run/launch_series.h"
#include "runner/run/steering.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

using formats::JobFacts;
using formats::JobLaunch;
using Manifest = formats::Bundle;

Manifest read_manifest(const std::string& text, const std::string& origin) {
    formats::Problems problems;
    auto manifest = formats::from_json<Manifest>(Json::parse_or_discard(text), problems);
    if (!manifest)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` is not of schema {}", origin, Manifest::schema),
                      "a newer version of loop may have written it");
    if (!problems.empty())
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no `{}`", origin, problems[0].member));
    if (manifest->file.empty() || manifest->file.find('/') != std::string::npos)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: `file` is not the name of a file", origin));
    return std::move(*manifest);
}

/// Reads those settings of a parameter file that run.json contains.
Settings settings_in(const std::string& text) {
    Settings settings;
    for (const std::string_view line : lines_of(text)) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string key(line.substr(0, blank)), value(line.substr(std::min(blank + 1, line.size())));
        const std::size_t second = std::min(value.find(' '), value.size());
        if (key == "size") settings.size = number_in<int>(value);
        if (key == "iterations") settings.iterations = number_in<int>(value);
        if (key == "verify") settings.verify = value == "1";
        if (key == "trace") settings.trace = value == "1";
        if (key == "set")
            settings.set.emplace_back(value.substr(0, second),
                                      value.substr(std::min(second + 1, value.size())));
    }
    return settings;
}

fs::path folder_of(const fs::path& run, const JobFacts& job, int index) {
    return job.planned == 1 ? run : run / formats::launch_folder_name(index);
}

void check_number_of_ranks(const fs::path& run, const JobFacts& job) {
    std::size_t files = 0;
    for (const JobLaunch& launch : job.launches) {
        std::error_code error;
        for (fs::directory_iterator file(folder_of(run, job, launch.index) / "records", error), end;
             !error && file != end; file.increment(error))
            ++files;
    }
    refuse_ranks_without_files(static_cast<std::size_t>(job.ranks) * job.launches.size(), files,
                               run / formats::job_facts_name);
}

JobFacts read_facts(const fs::path& file) {
    formats::Problems problems;
    auto facts = formats::read_job_facts(read_file(file, file_limit_bytes), problems);
    if (!facts)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: {}", file.string(), problems[0].text()));
    Json environment = unknown_environment();
    environment.update(facts->environment);
    facts->environment = std::move(environment);
    return std::move(*facts);
}

LaunchResult launch_in(const fs::path& folder, const JobFacts& job, const JobLaunch& recorded) {
    LaunchResult launch{recorded.index, recorded.id, recorded.started, {}, {}};
    launch.end.seconds = recorded.seconds;
    launch.end.status.code = recorded.code;
    launch.ranks = read_outcomes(folder / "records", job.ranks, recorded.id);
    find_traces(launch.ranks, folder / "records");
    return launch;
}

/// Returns `file` if it is a file of the run. Throws Failure for a link to a file elsewhere: run.json would
/// publish its text.
fs::path inside(const fs::path& run, const fs::path& file) {
    std::error_code error;
    const fs::path whole = fs::canonical(file, error), folder = fs::canonical(run, error);
    if (!error && fs::is_regular_file(whole, error) && is_in_profile_folder(whole.lexically_relative(folder)))
        return file;
    throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not a file of this run", file.string()),
                  "copy back the whole folder, with files instead of links");
}

/// Parses the bundle's profile like a profile of the user, except that an error is not a usage error.
MachineProfile parse_bundle_profile(const fs::path& run, const fs::path& file) {
    try {
        return parse_profile(read_file(inside(run, file), file_limit_bytes), file.string(),
                             file.parent_path());
    } catch (const Failure& failure) {
        throw Failure(ExitCode::InputOutput, failure.what(), failure.hint());
    }
}

MachineProfile profile_in(const fs::path& run) {
    const fs::path file = run / "machine" / "profile.toml";
    MachineProfile profile = parse_bundle_profile(run, file);
    if (profile.simulation && !is_in_profile_folder(profile.simulation->platform))
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}`: `simulation.platform` is not in the same folder", file.string()));
    if (profile.simulation) inside(run, profile.folder / profile.simulation->platform);
    return profile;
}

/// Sets what the simulated machine has left out. `job.sh` does not count the program first, as `loop run`
/// does.
void resolve_charging(const Manifest& manifest, ResolvedRun& run) {
    if (!manifest.charging) return;
    compiler::ProgramSummary program;
    program.has_charged_work = manifest.charging->has_work;
    program.receives_data = manifest.charging->receives_data;
    program.charged_result_lines = manifest.charging->result_lines;
    program.uncharged_lines = manifest.charging->uncharged_lines;
    resolve_charged_work(program, run);
    if (leaves_steering_open(program, run))
        run.about_steering = "a bundle does not look whether received data decide what ranks do; if so, "
                             "use `--verify`";
}

ResolvedRun run_in(const fs::path& folder, const JobFacts& job, const Manifest& manifest) {
    ResolvedRun run;
    run.profile = profile_in(folder);
    run.request.target = manifest.source.file;
    run.request.machine = run.profile.name;
    run.launches = job.planned;
    run.settings =
        settings_in(read_file(inside(folder, folder_of(folder, job, 1) / "parameters"), file_limit_bytes));
    run.settings.ranks = job.ranks;
    if (run.profile.simulation) run.settings.rates = run.profile.simulation->rates;
    resolve_charging(manifest, run);
    return run;
}

bool is_before(const timespec& one, const timespec& other) {
    return one.tv_sec != other.tv_sec ? one.tv_sec < other.tv_sec : one.tv_nsec < other.tv_nsec;
}

/// Whether `path` last changed before `moment`, by its change time on this host: copies may keep modification
/// times of another host. A missing file counts as older.
bool is_older(const fs::path& path, const timespec& moment) {
    struct stat about {};
    return ::stat(path.c_str(), &about) != 0 || is_before(about.st_ctim, moment);
}

bool are_older(const fs::path& records, const timespec& moment) {
    if (!is_older(records, moment)) return false;
    std::error_code error;
    for (fs::directory_iterator file(records, error), end; !error && file != end; file.increment(error))
        if (!is_older(file->path(), moment)) return false;
    return true;
}

/// Whether run.json is up to date. It is written again if it is from an earlier state of the folder, such as
/// a partial copy, unless the folder is read-only, as in an archive.
bool is_up_to_date(const fs::path& run, const JobFacts& job) {
    struct stat written {};
    if (::stat((run / formats::run_file_name).c_str(), &written) != 0) return false;
    if (::access(run.c_str(), W_OK) != 0) return true;
    if (!is_older(run / formats::job_facts_name, written.st_mtim)) return false;
    for (const JobLaunch& launch : job.launches)
        if (!are_older(folder_of(run, job, launch.index) / "records", written.st_mtim)) return false;
    return true;
}

} // namespace

void complete_bundle_run(const fs::path& run) {
    const fs::path about = run / formats::bundle_file_name, job_file = run / formats::job_facts_name;
    std::error_code ignored;
    if (!fs::is_regular_file(about, ignored) || !fs::is_regular_file(job_file, ignored)) return;

    const JobFacts job = read_facts(job_file);
    if (is_up_to_date(run, job)) return;
    if (job.launches.empty())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("no launch of the job of `{}` has finished", run.string()),
                      "it is still running or was stopped; see its `stderr`");
    check_number_of_ranks(run, job);
    Manifest manifest = read_manifest(read_file(about, file_limit_bytes), about.string());
    const ResolvedRun resolved = run_in(run, job, manifest);
    manifest.source.text = read_file(inside(run, run / (manifest.file + ".loop")));
    RunFacts facts{manifest.source,
                   resolved,
                   {run / "program", {}, job.compile},
                   job.launcher,
                   job.compiler_version,
                   job.launcher_version,
                   job.started,
                   job.environment,
                   job.ended.empty() ? job.launches.back().started : job.ended,
                   manifest.loop};
    LaunchSeries series(facts, run);
    for (const JobLaunch& launch : job.launches)
        series.adopt(launch_in(folder_of(run, job, launch.index), job, launch));
    series.write_record();
}

} // namespace loop::runner
