#include "base/formats/job_facts.h"
#include "runner/bundle/bundle.h"
#include "runner/bundle/complete_run.h"
#include "runner/bundle/left_records.h"
#include "runner/bundle/rank_limit.h"
#include "runner/machine/environment.h"
#include "runner/outcome/failures.h"
#include "runner/outcome/launch_calls.h"
#include "runner/outcome/ranks/rank_files.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/run/launch_series.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

using formats::RankRecord;

LaunchResult launch_in_records(const fs::path& folder, int ranks, const std::vector<RankRecord>& records) {
    LaunchResult launch;
    if (!records.empty()) {
        launch.id = records[0].launch;
        launch.started = records[0].started;
        launch.end.seconds = records[0].elapsed_seconds.value_or(0) + records[0].excluded_seconds;
    }
    launch.ranks = read_outcomes(folder, ranks, launch.id);
    find_traces(launch.ranks, folder);
    return launch;
}

bool is_run(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / formats::run_file_name, ignored) ||
           fs::is_regular_file(folder / formats::job_facts_name, ignored);
}

/// The folder `records` of a run, or of one of its launches, is not the run.
void refuse_part_of_run(const fs::path& folder) {
    const fs::path whole = (fs::absolute(folder) / "").lexically_normal().parent_path();
    if (whole.filename() != "records") return;
    fs::path run = folder / "" / "..";
    if (whole.parent_path().filename().string().rfind("launch-", 0) == 0) run = run / "..";
    if (is_run(run))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is only a part of a run", folder.string()),
                      fmt::format("give the folder of the run: `{}`", run.lexically_normal().string()));
}

/// Records of a program that was started by hand in the folder of another run would mix the two.
void refuse_folder_of_run(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::is_directory(folder / "records", ignored) && !fs::is_directory(folder / "launch-1", ignored))
        return;
    throw Failure(
        ExitCode::InputOutput,
        fmt::format("`{}` has a run of `loop run` or of a bundle, and also records of a program that "
                    "was started with `--records`",
                    folder.string()),
        "move the files rank-* of the program to a folder of their own");
}

/// Whether some file must be of a program of LOOP: a record that can be read, or a status file.
bool is_of_loop(const fs::path& folder, const std::set<int>& ranks) {
    return std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return read_status_file(folder, rank).has_value() || record_of(folder, rank).has_value();
    });
}

/// Whether the run.json that is there counts: in an archive that cannot be written, and if `loop record` has
/// written it, which knows more than the files in `records` of its first launch.
bool is_final(const fs::path& folder, const fs::path& records) {
    std::error_code ignored;
    if (!fs::exists(folder / formats::run_file_name, ignored)) return false;
    if (::access(folder.c_str(), W_OK) != 0) return true;
    const auto recording = recording_in(records);
    return recording && recording->judged;
}

/// `loop record --launches K` leaves a folder for each launch.
std::vector<fs::path> folders_of_launches(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (int index = 1;; ++index) {
        const fs::path records = folder / formats::launch_folder_name(index) / "records";
        if (!fs::exists(records / formats::recording_file_name, ignored)) break;
        make_own_folder(records.parent_path()); // traces of killed ranks are written there
        make_own_folder(records);
        folders.push_back(records);
    }
    return folders;
}

void add_recording(RunFacts& facts, const formats::Recording& recording) {
    facts.repeat = recording.repeat;
    facts.launch_command = recording.command;
    if (recording.environment.is_object()) facts.environment.update(recording.environment);
}

/// `watched`: what `loop record` knows of the launch; null if only its files are known.
LaunchResult launch_of(const LeftRecords& left, int index, const LaunchResult* watched) {
    LaunchResult launch = launch_in_records(left.folder, left.ranks, left.records);
    launch.index = index;
    if (left.recording) launch.end.status = {left.recording->code, left.recording->signal};
    if (watched == nullptr) return launch;
    const double seconds = launch.end.seconds;
    launch.end = watched->end;
    if (launch.is_complete()) launch.end.seconds = seconds;
    if (static_cast<int>(watched->ranks.size()) == left.ranks && !launch.is_complete()) {
        launch.ranks = watched->ranks;
        find_traces(launch.ranks, left.folder);
    }
    return launch;
}

/// What is known of the run besides its launches.
RunFacts facts_of(const std::vector<LeftRecords>& launches) {
    const LeftRecords& first = launches.front();
    const std::vector<RankRecord>&records = first.records, &last = launches.back().records;
    const formats::RunSource source = source_of(first);
    Json environment = unknown_environment();
    if (!records.empty()) environment["host"] = records[0].host;
    const std::string unknown = "unknown";
    RunFacts facts{source,
                   run_of(first, source),
                   {},
                   {},
                   unknown,
                   unknown,
                   records.empty() ? unknown : records[0].started,
                   environment,
                   last.empty() ? unknown : last[0].ended,
                   unknown};
    facts.run.launches = static_cast<int>(launches.size());
    if (first.recording) add_recording(facts, *first.recording);
    return facts;
}

/// A run that `loop record` has recorded, or is recording: what it knows of the launches, and its signals.
struct Watching {
    const std::vector<LaunchResult>& launches;
    bool compares;
    Interrupts& interrupts;
};

/// Reads the MPI calls of recorded ranks; programs of LOOP that were started by hand log none. Only `loop
/// record` looks for source lines: others must not trust the folder in which file the program is.
void read_calls_of(LaunchResult& launch, const LeftRecords& left, const Watching* watching) {
    const std::string any_source; // the program may be of many files
    if (!left.recording) return;
    if (watching != nullptr)
        return read_calls(launch, left.folder, left.recording->program, any_source, watching->interrupts,
                          watching->compares);
    Interrupts interrupts;
    read_calls(launch, left.folder, {}, any_source, interrupts);
}

/// Writes run.json for launches of one program.
JudgedRun write_run(const fs::path& folder, const std::vector<LeftRecords>& launches,
                    const Watching* watching) {
    RunFacts facts = facts_of(launches);
    LaunchSeries series(facts, folder);
    for (const LeftRecords& left : launches) {
        const std::size_t index = series.launches().size();
        const bool is_watched = watching != nullptr && index < watching->launches.size();
        LaunchResult launch =
            launch_of(left, static_cast<int>(index) + 1, is_watched ? &watching->launches[index] : nullptr);
        read_calls_of(launch, left, watching);
        series.adopt(std::move(launch));
    }
    series.write_record();
    return {series.code(), failures_of(series.launches().back(), facts.source.file)};
}

/// What the only launch of a program left; nothing if it is no launch, or its run.json counts.
std::vector<LeftRecords> left_by_launch(const fs::path& folder) {
    const std::set<int> with_files = ranks_with_files(folder);
    if (!is_of_loop(folder, with_files) || is_final(folder, folder)) return {};
    refuse_part_of_run(folder);
    refuse_folder_of_run(folder);
    const int ranks = number_of_ranks(folder, with_files);
    refuse_ranks_without_files(static_cast<std::size_t>(ranks), with_files.size(), folder);
    return {left_in(folder, ranks)};
}

/// The number of ranks of the first launch that has some; 0 if none has. A launch whose ranks left nothing
/// has failed, and its run is INVALID.
int ranks_of_launches(const std::vector<fs::path>& launches) {
    for (const fs::path& folder : launches) {
        const std::set<int> with_files = ranks_with_files(folder);
        if (!is_of_loop(folder, with_files)) continue;
        const int ranks = number_of_ranks(folder, with_files);
        refuse_ranks_without_files(static_cast<std::size_t>(ranks), with_files.size(), folder);
        return ranks;
    }
    return 0;
}

std::vector<LeftRecords> left_by_launches(const fs::path& folder, const std::vector<fs::path>& launches) {
    const int ranks = ranks_of_launches(launches);
    if (ranks == 0 || is_final(folder, launches.front())) return {};
    std::vector<LeftRecords> all;
    for (const fs::path& launch : launches)
        all.push_back(left_in(launch, ranks));
    return all;
}

std::vector<LeftRecords> left_in_run(const fs::path& folder) {
    const std::vector<fs::path> launches = folders_of_launches(folder);
    return launches.empty() ? left_by_launch(folder) : left_by_launches(folder, launches);
}

void note_judged(const LeftRecords& left) {
    if (!left.recording) return;
    formats::Recording recording = *left.recording;
    recording.judged = true;
    write_file(left.folder / formats::recording_file_name, formats::text_of(recording));
}

} // namespace

void complete_records_run(const fs::path& folder) {
    const std::vector<LeftRecords> left = left_in_run(folder);
    if (!left.empty()) write_run(folder, left, nullptr);
}

std::optional<JudgedRun> judge_recording(const fs::path& folder, const std::vector<LaunchResult>& launches,
                                         bool compares, Interrupts& interrupts) {
    const std::vector<LeftRecords> left = left_in_run(folder);
    if (left.empty()) return std::nullopt;
    const Watching watching{launches, compares, interrupts};
    JudgedRun judged = write_run(folder, left, &watching);
    for (const LeftRecords& launch : left)
        note_judged(launch);
    return judged;
}

void complete_run(const fs::path& folder) {
    complete_bundle_run(folder);
    complete_records_run(folder);
}

} // namespace loop::runner
