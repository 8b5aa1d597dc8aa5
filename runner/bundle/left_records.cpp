#include "runner/bundle/left_records.h"

#include "base/text/distinct.h"
#include "base/text/strings.h"
#include "runner/outcome/ranks/kept_trace.h"
#include "runner/outcome/ranks/rank_files.h"
#include "runner/outcome/ranks/trace_outcome.h"
#include "runner/system/files.h"

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

using formats::RankRecord;

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

} // namespace

std::optional<formats::Recording> recording_in(const fs::path& folder) {
    const fs::path file = folder / formats::recording_file_name;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    formats::Problems problems;
    auto recording =
        formats::from_json<formats::Recording>(Json::parse_or_discard(read_file(file)), problems);
    return problems.empty() ? recording : std::nullopt;
}

LeftRecords left_in(const fs::path& folder, int ranks) {
    write_kept_traces(folder, ranks);
    return {folder, ranks, records_in(folder, ranks), recording_in(folder)};
}

formats::RunSource source_of(const LeftRecords& left) {
    const auto& [folder, ranks, records, recording] = left;
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

namespace {

MachineProfile profile_of(const LeftRecords& left) {
    MachineProfile profile;
    Distinct hosts;
    for (const RankRecord& record : left.records)
        hosts.add(record.host);
    profile.hosts = hosts.words();
    profile.name = profile.hosts.empty() ? "unknown" : some_of(profile.hosts, 1);
    profile.description =
        left.recording ? "`loop record` recorded the program" : "the program was started by hand";
    return profile;
}

} // namespace

ResolvedRun run_of(const LeftRecords& left, const formats::RunSource& source) {
    const std::vector<RankRecord>& records = left.records;
    ResolvedRun run;
    run.request.target = source.file;
    run.profile = profile_of(left);
    Settings& settings = run.settings;
    settings.ranks = left.ranks;
    if (records.empty()) return run;
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
    return run;
}

} // namespace loop::runner
