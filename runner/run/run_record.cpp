#include "runner/run/run_record.h"

#include "base/text/place.h"
#include "runner/outcome/summary.h"
#include "runner/run/run_directory.h"
#include "runner/run/run_options.h"
#include "runner/run/simulated.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

using formats::RankRecord;

/// The parameters that the ranks used; those that were given if no rank reported any.
formats::Pairs parameters_of(const Settings& settings, const std::vector<LaunchResult>& launches) {
    for (const LaunchResult& launch : launches)
        if (launch.is_complete() && launch.ranks[0].record->parameters)
            return *launch.ranks[0].record->parameters;
    formats::Pairs given;
    if (settings.size) given.emplace_back("size", std::to_string(*settings.size));
    if (settings.iterations) given.emplace_back("iterations", std::to_string(*settings.iterations));
    given.insert(given.end(), settings.set.begin(), settings.set.end());
    return given;
}

std::string mpi_library(const std::vector<LaunchResult>& launches) {
    for (const LaunchResult& launch : launches)
        for (const RankOutcome& rank : launch.ranks)
            if (rank.is_complete() && !rank.record->mpi.library.empty()) return rank.record->mpi.library;
    return "unknown";
}

formats::LastSeen last_seen_of(const RankOutcome& outcome) {
    const RankPlace& seen = *outcome.last_seen;
    formats::LastSeen last{state_text(seen.state),
                           seen.detail,
                           seen.inside,
                           construct_name(seen.construct),
                           seen.line,
                           seen.sequence,
                           seen.waits != WaitKind::Nothing,
                           std::nullopt,
                           outcome.calls.failed,
                           outcome.calls.stack,
                           outcome.exception};
    if (seen.in_host_call()) last.mpi_call = {host_wait_name(seen.waits), outcome.calls.now};
    return last;
}

formats::RunRank rank_of(const RankOutcome& outcome) {
    formats::RunRank rank{outcome.rank, outcome.is_complete(), outcome.problem.text(),
                          {},           outcome.trace,         outcome.record};
    if ((!outcome.is_complete() || outcome.died_late()) && outcome.last_seen)
        rank.last_seen = last_seen_of(outcome);
    return rank;
}

formats::RunLaunch launch_of(const LaunchResult& launch) {
    const LaunchEnd& end = launch.end;
    formats::RunLaunch result;
    result.index = launch.index;
    result.id = launch.id;
    result.started = launch.started;
    result.seconds = end.seconds;
    result.launcher_code = end.status.code;
    result.launcher_signal = end.status.signal;
    result.timed_out = end.timed_out;
    result.hung = end.hung;
    result.lingered = end.lingered;
    result.interrupted_by = end.interrupted_by;
    result.complete = launch.is_complete();
    if (!end.job.empty()) result.queue = {end.job, end.queue_seconds, end.problem};
    result.binding = launch.binding;
    result.throttled = launch.throttled;
    result.findings = launch.findings;
    for (const RankOutcome& rank : launch.ranks)
        result.ranks.push_back(rank_of(rank));
    return result;
}

std::vector<formats::RunNote> notes_of(const std::vector<LaunchResult>& launches) {
    std::vector<formats::RunNote> notes;
    for (const LaunchResult& launch : launches)
        for (const RankOutcome& rank : launch.ranks)
            if (rank.is_complete())
                for (const std::string& note : rank.record->notes)
                    notes.push_back({launch.index, rank.rank, note});
    return notes;
}

} // namespace

formats::RunSource source_of(const compiler::Compilation& compilation) {
    const compiler::ProgramSummary& summary = compilation.summary();
    return {summary.name,
            compilation.source().name(),
            summary.description,
            summary.source_hash,
            std::string(compilation.source().text()),
            summary.build.flags,
            summary.build.libraries};
}

namespace {

/// Takes away the values of results in these lines of the program.
void leave_out(std::vector<formats::ResultValue>& results, const std::vector<int>& lines,
               const std::string& program) {
    for (formats::ResultValue& result : results)
        if (is_file_of_program(result.file, program) &&
            std::find(lines.begin(), lines.end(), result.line) != lines.end())
            result.value.reset();
}

} // namespace

formats::RunRecord run_record(const RunFacts& facts, const std::vector<LaunchResult>& launches,
                              const Verdict& verdict) {
    formats::RunRecord record;
    record.verdict = verdict;
    record.source = facts.source;
    record.parameters = parameters_of(facts.run.settings, launches);
    record.ranks = facts.run.settings.ranks;
    record.machine.whole = machine_record(facts.run.profile);
    record.environment = facts.environment;
    record.versions = {facts.loop_version, facts.compiler_version, mpi_library(launches),
                       facts.launcher_version};
    record.commands = {facts.program.command, facts.launch_command,
                       facts.repeat.empty() ? repeat_command(facts.run) : facts.repeat};
    record.started = facts.started;
    record.ended = facts.ended.empty() ? iso_time() : facts.ended;
    record.launches_planned = facts.run.launches;
    record.sweep = facts.sweep;
    if (!facts.run.request.map.empty())
        record.map = {facts.run.request.map, facts.run.processors, facts.run.cores_of_processor};
    if (facts.run.profile.simulation) record.simulated = simulated_record(facts.run, launches);
    record.summary = summarise(launches);
    leave_out(record.summary.results, facts.run.lines_not_computed, facts.source.file);
    record.notes = notes_of(launches);
    for (const LaunchResult& launch : launches)
        record.launches.push_back(launch_of(launch));
    return record;
}

} // namespace loop::runner
