#include "runner/bundle/bundle.h"
#include "runner/bundle/job_facts.h"
#include "runner/bundle/manifest.h"
#include "runner/failure.h"
#include "runner/files.h"
#include "runner/launch_series.h"
#include "runner/trace_outcome.h"
#include "runner/words.h"

#include <fmt/core.h>

#include <charconv>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t limit_bytes = std::size_t(64) << 20;

std::optional<int> whole(const std::string& text) {
    int value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc() ? std::optional<int>(value) : std::nullopt;
}

/// The settings of a parameter file, as far as run.json tells of them.
Settings settings_in(const std::string& text) {
    Settings settings;
    for (const std::string_view line : lines_of(text)) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string key(line.substr(0, blank)), value(line.substr(std::min(blank + 1, line.size())));
        const std::size_t second = std::min(value.find(' '), value.size());
        if (key == "size") settings.size = whole(value);
        if (key == "iterations") settings.iterations = whole(value);
        if (key == "verify") settings.verify = value == "1";
        if (key == "trace") settings.trace = value == "1";
        if (key == "set")
            settings.set.emplace_back(value.substr(0, second),
                                      value.substr(std::min(second + 1, value.size())));
    }
    return settings;
}

fs::path folder_of(const fs::path& run, const JobFacts& job, int index) {
    return job.planned == 1 ? run : run / fmt::format("launch-{}", index);
}

LaunchResult launch_in(const fs::path& folder, const JobFacts& job, const JobLaunch& told) {
    LaunchResult launch{told.index, told.id, told.started, {}, {}};
    launch.end.seconds = told.seconds;
    launch.end.status.code = told.code;
    launch.ranks = read_outcomes(folder / "records", job.ranks, told.id);
    find_traces(launch.ranks, folder / "records");
    return launch;
}

MachineProfile profile_in(const fs::path& run) {
    const fs::path file = run / "machine" / "profile.toml";
    MachineProfile profile = parse_profile(read_file(file, limit_bytes), file.string(), run / "machine");
    if (profile.simulation && !lies_beside(profile.simulation->platform))
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}`: `simulation.platform` does not lie beside it", file.string()));
    return profile;
}

RunRequest request_in(const fs::path& run, const JobFacts& job, const Manifest& manifest,
                      const MachineProfile& profile) {
    RunRequest request;
    request.target = manifest.source.file;
    request.machine = profile.name;
    request.launches = job.planned;
    request.settings = settings_in(read_file(folder_of(run, job, 1) / "parameters", limit_bytes));
    request.settings.ranks = job.ranks;
    if (profile.simulation) request.settings.rates = profile.simulation->rates;
    return request;
}

/// A run.json that was made of an earlier state of the facts is made anew.
bool is_told_already(const fs::path& run, const fs::path& facts) {
    std::error_code error;
    const auto told = fs::last_write_time(run / "run.json", error);
    if (error) return false;
    const auto written = fs::last_write_time(facts, error);
    return !error && told > written;
}

} // namespace

void complete_carried_run(const fs::path& run) {
    const fs::path about = run / manifest_name, told = run / "facts";
    std::error_code ignored;
    if (!fs::is_regular_file(about, ignored) || !fs::is_regular_file(told, ignored)) return;
    if (is_told_already(run, told)) return;

    Manifest manifest = read_manifest(read_file(about, limit_bytes), about.string());
    const JobFacts job = read_job_facts(read_file(told, limit_bytes), told.string());
    if (job.launches.empty())
        throw Failure(ExitCode::InputOutput, fmt::format("the job of `{}` has not ended a launch", run.string()),
                      "it runs still, or was stopped: see `stderr` there");
    const MachineProfile profile = profile_in(run);
    manifest.source.text = read_file(run / (manifest.file + ".loop"));
    const RunRequest request = request_in(run, job, manifest, profile);
    RunFacts facts{manifest.source,
                   request,
                   profile,
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
