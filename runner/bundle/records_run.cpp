#include "base/formats/job_facts.h"
#include "base/formats/recording.h"
#include "base/text/strings.h"
#include "runner/bundle/bundle.h"
#include "runner/bundle/complete_run.h"
#include "runner/bundle/rank_limit.h"
#include "runner/machine/environment.h"
#include "runner/outcome/ranks/kept_trace.h"
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

/// The rank of a file `rank-R.json` or `rank-R.status`.
std::optional<int> rank_of(const fs::path& file) {
    constexpr int too_many = 1 << 24;
    const std::string name = file.stem().string();
    if (file.extension() != ".json" && file.extension() != ".status") return std::nullopt;
    const auto rank = name.rfind("rank-", 0) == 0 ? number_in<int>(name.substr(5)) : std::nullopt;
    return rank && *rank >= 0 && *rank < too_many ? rank : std::nullopt;
}

std::set<int> ranks_with_files(const fs::path& folder) {
    std::set<int> ranks;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (const auto rank = rank_of(file->path())) ranks.insert(*rank);
    return ranks;
}

std::optional<RankRecord> record_of(const fs::path& folder, int rank) {
    RankRecord record;
    std::error_code ignored;
    const fs::path file = folder / formats::rank_record_name(rank);
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    try {
        if (!read_rank_record(read_file(file), record).empty()) return std::nullopt;
    } catch (const Failure&) {
        return std::nullopt;
    }
    return record.ranks > 0 ? std::optional(std::move(record)) : std::nullopt;
}

/// The number of ranks of the last start. Its first rank knows it: files of higher ranks may be of an earlier
/// start with more ranks.
int number_of_ranks(const fs::path& folder, const std::set<int>& ranks) {
    for (const int rank : ranks) {
        if (const auto status = read_status_file(folder, rank); status && status->ranks > 0)
            return status->ranks;
        if (const auto record = record_of(folder, rank)) return record->ranks;
    }
    return *ranks.rbegin() + 1; // no rank has reached \OPEN0
}

/// The records of the start with this many ranks, as far as they can be read.
std::vector<RankRecord> records_in(const fs::path& folder, int ranks) {
    std::vector<RankRecord> records;
    for (int rank = 0; rank < ranks; ++rank)
        if (auto record = record_of(folder, rank); record && record->ranks == ranks)
            records.push_back(std::move(*record));
    return records;
}

/// The source file that the traces of `ranks` ranks name; empty if there is none.
std::string file_in_traces(const fs::path& folder, int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        const Json header = Json::parse_or_discard(trace_header(trace_file(folder, rank)));
        for (const Json& site : header["sites"])
            if (const Json& file = site["file"]; file.is_string() && !file.get<std::string>().empty())
                return file;
    }
    return {};
}

/// What `loop record` knows of the command, if it started the ranks.
std::optional<formats::Recording> recording_in(const fs::path& folder) {
    const fs::path file = folder / formats::recording_file_name;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    formats::Problems problems;
    auto recording =
        formats::from_json<formats::Recording>(Json::parse_or_discard(read_file(file)), problems);
    return problems.empty() ? recording : std::nullopt;
}

/// A program does not know its source text.
formats::RunSource source_in(const fs::path& folder, int ranks, const std::vector<RankRecord>& records,
                             const std::optional<formats::Recording>& recording) {
    formats::RunSource source;
    if (!records.empty()) {
        source.name = records[0].program;
        source.file = records[0].file;
        source.hash = records[0].source_hash;
        return source;
    }
    if (recording && !recording->program.empty()) {
        source.file = recording->program;
        source.name = fs::path(source.file).filename().string();
        return source;
    }
    source.file = file_in_traces(folder, ranks);
    source.name = source.file.empty() ? "unknown program" : fs::path(source.file).stem().string();
    if (source.file.empty()) source.file = "unknown source";
    return source;
}

/// Only the hosts of the ranks are known.
MachineProfile profile_of(const std::vector<RankRecord>& records, bool is_recorded) {
    MachineProfile profile;
    for (const RankRecord& record : records)
        add_once(profile.hosts, record.host);
    profile.name = profile.hosts.empty() ? "unknown" : some_of(profile.hosts, 1);
    profile.description =
        is_recorded ? "`loop record` recorded the program" : "the program was started by hand";
    return profile;
}

RunRequest request_of(const formats::RunSource& source, int ranks, const std::vector<RankRecord>& records) {
    RunRequest request;
    request.target = source.file;
    Settings& settings = request.settings;
    settings.ranks = ranks;
    if (records.empty()) return request;
    settings.trace = records[0].trace.recorded;
    settings.verify = std::all_of(records.begin(), records.end(), [](const RankRecord& record) {
        return !record.payload || record.payload->verified;
    });
    for (const auto& [name, value] : records[0].parameters.value_or(formats::Pairs())) {
        if (name == "size")
            settings.size = number_in<int>(value);
        else if (name == "iterations")
            settings.iterations = number_in<int>(value);
        else
            settings.set.emplace_back(name, value);
    }
    return request;
}

void add_recording(RunFacts& facts, const formats::Recording& recording) {
    facts.repeat = recording.repeat;
    facts.launch_command = recording.command;
    if (recording.environment.is_object()) facts.environment.update(recording.environment);
}

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

/// In an archive that cannot be written, the run.json that is there counts.
bool is_archive(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / formats::run_file_name, ignored) && ::access(folder.c_str(), W_OK) != 0;
}

/// What the ranks of one launch left.
struct LeftRecords {
    fs::path folder;
    int ranks = 0;
    std::vector<RankRecord> records{};
    std::optional<formats::Recording> recording{};
};

LeftRecords left_in(const fs::path& folder, int ranks) {
    write_kept_traces(folder, ranks);
    return {folder, ranks, records_in(folder, ranks), recording_in(folder)};
}

/// `loop record --launches K` leaves a folder for each launch.
std::vector<fs::path> folders_of_launches(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (int index = 1;; ++index) {
        const fs::path records = folder / formats::launch_folder_name(index) / "records";
        if (!fs::exists(records / formats::recording_file_name, ignored)) break;
        folders.push_back(records);
    }
    return folders;
}

LaunchResult launch_of(const LeftRecords& left, int index) {
    LaunchResult launch = launch_in_records(left.folder, left.ranks, left.records);
    launch.index = index;
    if (left.recording) launch.end.status = {left.recording->code, left.recording->signal};
    return launch;
}

/// Writes run.json for launches of one program.
void write_run(const fs::path& folder, const std::vector<LeftRecords>& launches) {
    const auto& [first_folder, ranks, records, recording] = launches.front();
    const std::vector<RankRecord>& last = launches.back().records;
    const formats::RunSource source = source_in(first_folder, ranks, records, recording);
    const MachineProfile profile = profile_of(records, recording.has_value());
    Json environment = unknown_environment();
    if (!records.empty()) environment["host"] = records[0].host;
    const std::string unknown = "unknown";
    RunFacts facts{source,      request_of(source, ranks, records),
                   profile,     {},
                   {},          unknown,
                   unknown,     records.empty() ? unknown : records[0].started,
                   environment, last.empty() ? unknown : last[0].ended,
                   unknown};
    facts.request.launches = static_cast<int>(launches.size());
    if (recording) add_recording(facts, *recording);
    LaunchSeries series(facts, folder);
    for (const LeftRecords& left : launches)
        series.adopt(launch_of(left, static_cast<int>(series.launches().size()) + 1));
    series.write_record();
}

/// A folder with the records of a program that was started once.
void complete_launch(const fs::path& folder) {
    const std::set<int> with_files = ranks_with_files(folder);
    if (!is_of_loop(folder, with_files) || is_archive(folder)) return;
    refuse_part_of_run(folder);
    refuse_folder_of_run(folder);
    const int ranks = number_of_ranks(folder, with_files);
    refuse_ranks_without_files(static_cast<std::size_t>(ranks), with_files.size(), folder);
    write_run(folder, {left_in(folder, ranks)});
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

void complete_launches(const fs::path& folder, const std::vector<fs::path>& launches) {
    const int ranks = ranks_of_launches(launches);
    if (ranks == 0 || is_archive(folder)) return;
    std::vector<LeftRecords> all;
    for (const fs::path& launch : launches)
        all.push_back(left_in(launch, ranks));
    write_run(folder, all);
}

} // namespace

void complete_records_run(const fs::path& folder) {
    const std::vector<fs::path> launches = folders_of_launches(folder);
    if (launches.empty())
        complete_launch(folder);
    else
        complete_launches(folder, launches);
}

void complete_run(const fs::path& folder) {
    complete_bundle_run(folder);
    complete_records_run(folder);
}

} // namespace loop::runner
