#include "app/run/artifact.h"

#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "base/formats/plan.h"
#include "base/text/clean.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "report/read/run.h"
#include "report/sweep/sweep.h"
#include "runner/artifact/artifact.h"
#include "runner/bundle/bundle.h"
#include "runner/bundle/complete_run.h"
#include "runner/bundle/headers.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <set>

namespace loop::app {

namespace fs = std::filesystem;
using runner::ArtifactMeasurement;
using runner::ExitCode;
using runner::Failure;

namespace {

constexpr int least_launches = 5; ///< that a verdict of `loop compare` needs

report::RunRecord read_record(const fs::path& folder) {
    try {
        return report::parse_run(runner::read_file(folder / formats::run_file_name));
    } catch (const report::FormatError& error) {
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}`: {}", (folder / formats::run_file_name).string(), error.what()));
    }
}

/// The measured points of a sweep. Warns of the others.
std::vector<ArtifactMeasurement> measured_points(const fs::path& sweep, const Terminal& terminal) {
    formats::Problems problems;
    const auto plan = formats::read_plan(runner::read_file(sweep / formats::plan_file_name), problems);
    if (!plan)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not the plan of a sweep",
                                                         (sweep / formats::plan_file_name).string()));
    std::vector<ArtifactMeasurement> points;
    int open = 0;
    for (const formats::PlanPoint& point : plan->points) {
        std::error_code ignored;
        const bool is_measured = report::is_inside(point.folder) &&
                                 fs::is_regular_file(sweep / point.folder / formats::run_file_name, ignored);
        if (is_measured)
            points.push_back({point.folder, read_record(sweep / point.folder)});
        else
            ++open;
    }
    if (open > 0)
        terminal.warning(fmt::format("{} of the sweep {} not measured, so the artifact lacks {}",
                                     counted(open, "point"), open == 1 ? "was" : "were",
                                     open == 1 ? "it" : "them"));
    return points;
}

std::vector<ArtifactMeasurement> measurements_in(const fs::path& results, const Terminal& terminal) {
    std::error_code ignored;
    if (!fs::is_directory(results, ignored))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not a folder", results.string()),
                      "give the folder of a run or of a sweep");
    std::vector<ArtifactMeasurement> all;
    if (report::is_sweep(results)) {
        all = measured_points(results, terminal);
    } else {
        runner::complete_run(results);
        all.push_back({{}, read_record(results)});
    }
    if (all.empty())
        throw Failure(
            ExitCode::InputOutput, fmt::format("nothing was measured in `{}`", results.string()),
            fmt::format("`{}` measures it", shell_words({"loop", "sweep", "--resume", results.string()})));
    return all;
}

void check_measurement(const ArtifactMeasurement& measurement, const ArtifactOptions& options) {
    const report::RunRecord& record = measurement.record;
    if (record.source.text.empty())
        throw Failure(
            ExitCode::Usage,
            fmt::format("the record of `{}` has no source text, so it cannot be built again",
                        (fs::path(options.results) / measurement.folder).string()),
            "`loop run` and the jobs of bundles record it; of a recorded MPI program, `loop derive` "
            "makes a program");
    const bool is_invalid = !record.verdict || record.verdict->word == formats::Verdict::Word::Invalid;
    require_trust(is_invalid, fmt::format("`{}` is INVALID", record.source.name), options.anyway, "takes");
}

/// The profile that the user names, or that of the record. A record may come from anyone, so it may name
/// profiles of LOOP and of the user, but no file.
std::string machine_of(const report::RunRecord& record, const ArtifactOptions& options) {
    if (!options.machine.empty()) return options.machine;
    const std::string machine = repeated_option(record, "--machine");
    if (machine.find('/') != std::string::npos || fs::path(machine).extension() == ".toml")
        throw Failure(ExitCode::Usage,
                      fmt::format("the record is of a machine of your own: `{}`", clean_text(machine)),
                      "give its profile with `--machine FILE`");
    return machine.empty() ? "local" : machine;
}

/// The programs of an artifact, compiled once for each machine. Their addresses stay the same.
class MeasuredPrograms {
public:
    MeasuredPrograms(const ArtifactOptions& options, const Terminal& terminal)
        : options_(options), terminal_(terminal), installation_(runner::find_installation()) {
        for (const std::string& source : options.sources)
            given_.push_back(compile_or_fail(read_workload(source, installation_), terminal_));
    }

    /// The index of the program that a run is of.
    std::size_t of(const report::RunRecord& record) {
        const std::string key = record.source.hash + " " + machine_of(record, options_);
        const auto found = std::find(keys_.begin(), keys_.end(), key);
        if (found != keys_.end()) return static_cast<std::size_t>(found - keys_.begin());
        keys_.push_back(key);
        compilations_.push_back(compile_or_fail(
            {fs::path(record.source.file).filename().string(), record.source.text}, terminal_));
        programs_.push_back({&compilations_.back(), headers_of(record), machine_of(record, options_)});
        return programs_.size() - 1;
    }

    const std::vector<runner::ArtifactProgram>& all() const { return programs_; }
    const runner::Installation& installation() const { return installation_; }

private:
    /// The folder of a program's headers, which the record does not have: that of a predefined workload, or
    /// of a source that the user gives.
    fs::path headers_of(const report::RunRecord& record) const {
        if (!runner::has_quoted_header(record.source.text)) return {};
        for (const compiler::Compilation& source : given_)
            if (source.summary().source_hash == record.source.hash) return header_folder(source.source());
        const std::string file = fs::path(record.source.file).filename().string();
        std::error_code ignored;
        if (fs::is_regular_file(installation_.workloads / file, ignored) &&
            runner::read_file(installation_.workloads / file) == record.source.text)
            return installation_.workloads;
        throw Failure(ExitCode::Usage,
                      fmt::format("`{}` includes files in quotes, which the record does not have",
                                  clean_text(record.source.name)),
                      given_.empty()
                          ? "give the program with `--source FILE.loop`; the files beside it are taken"
                          : "no `--source` is the program that was measured: it has changed since");
    }

    const ArtifactOptions& options_;
    const Terminal& terminal_;
    runner::Installation installation_;
    std::vector<compiler::Compilation> given_;
    std::vector<std::string> keys_;
    std::deque<compiler::Compilation> compilations_;
    std::vector<runner::ArtifactProgram> programs_;
};

/// Warns of what makes the artifact weaker than its author may think.
void warn(const std::vector<ArtifactMeasurement>& measurements, const Terminal& terminal) {
    const auto few = std::count_if(measurements.begin(), measurements.end(), [](const auto& one) {
        return !report::repeats(one.record) && one.record.summary.launches < least_launches;
    });
    if (few > 0)
        terminal.warning(fmt::format("{} {} fewer than {} launches, so no verdict is possible; measure "
                                     "with `--launches 10`",
                                     counted(few, "measurement"), few == 1 ? "has" : "have", least_launches));
    std::set<std::string> reported;
    for (const ArtifactMeasurement& one : measurements)
        if (const std::string options = runner::not_repeated(one.record);
            !options.empty() && reported.insert(options).second)
            terminal.warning(fmt::format("the artifact's jobs do not repeat `{}`", clean_text(options)));
}

fs::path output_of(const ArtifactOptions& options) {
    if (!options.output.empty()) return options.output;
    const fs::path results = fs::absolute(options.results).lexically_normal();
    return (results.has_filename() ? results : results.parent_path()).filename().string() + "-artifact";
}

} // namespace

int write_artifact(const ArtifactOptions& options, const Terminal& terminal) {
    runner::ArtifactRequest request{options.results, output_of(options), {}, {}};
    request.measurements = measurements_in(options.results, terminal);
    MeasuredPrograms programs(options, terminal);
    for (ArtifactMeasurement& measurement : request.measurements) {
        check_measurement(measurement, options);
        measurement.program = programs.of(measurement.record);
    }
    request.programs = programs.all();
    const int places = runner::write_artifact(request, programs.installation());
    warn(request.measurements, terminal);
    terminal.info(fmt::format("written: {}; appendix.md has {} marked [AUTHOR: ...] for you to fill in",
                              shown_path(fs::absolute(request.output).lexically_normal()),
                              counted(places, "place")));
    return 0;
}

} // namespace loop::app
