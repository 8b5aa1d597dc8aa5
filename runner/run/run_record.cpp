#include "runner/run/run_record.h"

#include "runner/outcome/summary.h"
#include "runner/profile/machine_record.h"
#include "runner/run/run_directory.h"
#include "runner/run/simulated.h"

#include <fmt/core.h>

namespace loop::runner {


namespace {

Json source_of(const SourceFacts& source) {
    return {{"name", source.name},
            {"file", source.file},
            {"description", source.description},
            {"hash", source.hash},
            {"text", source.text}};
}

/// As the ranks used them; as they were given where no rank tells.
Json parameters_of(const Settings& settings, const std::vector<LaunchResult>& launches) {
    for (const LaunchResult& launch : launches)
        if (launch.is_complete() && launch.ranks[0].record.contains("parameters"))
            return launch.ranks[0].record["parameters"];
    Json given = Json::object();
    if (settings.size) given["size"] = std::to_string(*settings.size);
    if (settings.iterations) given["iterations"] = std::to_string(*settings.iterations);
    for (const auto& [name, value] : settings.set)
        given[name] = value;
    return given;
}

Json mpi_library(const std::vector<LaunchResult>& launches) {
    for (const LaunchResult& launch : launches)
        for (const RankOutcome& rank : launch.ranks)
            if (rank.is_complete() && rank.record.contains("mpi"))
                return rank.record["mpi"].value("library", "unknown");
    return "unknown";
}

Json rank_of(const RankOutcome& outcome) {
    Json rank{{"rank", outcome.rank}, {"complete", outcome.is_complete()}};
    if (!outcome.problem.empty()) rank["problem"] = outcome.problem;
    if ((!outcome.is_complete() || outcome.died_late()) && outcome.last_seen) {
        const RankPlace& seen = *outcome.last_seen;
        rank["last_seen"] = {{"state", state_text(seen.state)},
                             {"detail", seen.detail},
                             {"inside", seen.inside},
                             {"construct", construct_name(seen.construct)},
                             {"line", seen.line},
                             {"constructs_entered", seen.sequence},
                             {"waiting", seen.waits != WaitKind::Nothing}};
        if (seen.in_host_call())
            rank["last_seen"]["mpi_call"] = {{"name", host_wait_name(seen.waits)},
                                             {"place", outcome.calls.now}};
        if (!outcome.calls.failed.empty()) rank["last_seen"]["failed_at"] = outcome.calls.failed;
    }
    rank["trace"] = outcome.trace;
    rank["record"] = outcome.record;
    return rank;
}

Json launch_of(const LaunchResult& launch) {
    Json result{{"index", launch.index},
                        {"id", launch.id},
                        {"started", launch.started},
                        {"seconds", launch.end.seconds},
                        {"launcher_code", launch.end.status.code},
                        {"launcher_signal", launch.end.status.signal},
                        {"timed_out", launch.end.timed_out},
                        {"hung", launch.end.hung},
                        {"lingered", launch.end.lingered},
                        {"interrupted_by", launch.end.interrupted_by},
                        {"complete", launch.is_complete()}};
    if (!launch.end.job.empty())
        result["queue"] = {{"job", launch.end.job},
                           {"waited_seconds", launch.end.queue_seconds
                                                  ? Json(*launch.end.queue_seconds)
                                                  : Json(nullptr)},
                           {"problem", launch.end.problem}};
    result["ranks"] = Json::array();
    for (const RankOutcome& rank : launch.ranks)
        result["ranks"].push_back(rank_of(rank));
    return result;
}

Json notes_of(const std::vector<LaunchResult>& launches) {
    Json notes = Json::array();
    for (const LaunchResult& launch : launches)
        for (const RankOutcome& rank : launch.ranks)
            if (rank.is_complete() && rank.record.contains("notes"))
                for (const Json& note : rank.record["notes"])
                    notes.push_back({{"launch", launch.index}, {"rank", rank.rank}, {"text", note}});
    return notes;
}

} // namespace

SourceFacts source_facts(const compiler::Compilation& compilation) {
    const compiler::ProgramSummary& summary = compilation.summary();
    return {summary.name, compilation.source().name(), summary.description, summary.source_hash,
            std::string(compilation.source().text())};
}

std::vector<std::string> repeat_command(const RunRequest& request) {
    const Settings& settings = request.settings;
    std::vector<std::string> words{"loop", "run", request.target, "-n", std::to_string(settings.ranks)};
    const auto add = [&](const std::string& option, const std::string& value) {
        words.push_back(option);
        words.push_back(value);
    };
    if (settings.size) add("--size", std::to_string(*settings.size));
    if (settings.iterations) add("--iterations", std::to_string(*settings.iterations));
    for (const auto& [name, value] : settings.set)
        add("--set", name + "=" + value);
    if (!request.settings.rates.empty()) {
        if (settings.verify) words.emplace_back("--verify");
    } else if (!settings.verify) {
        words.emplace_back("--no-verify");
    }
    if (request.measure_host_text) add("--host-compute", "measured");
    if (!settings.trace) words.emplace_back("--no-trace");
    if (request.machine != "local") add("--machine", request.machine);
    if (!request.hosts.empty()) add("--hosts", request.hosts);
    if (request.launches > 1) add("--launches", std::to_string(request.launches));
    return words;
}

Json run_record(const RunFacts& facts, const std::vector<LaunchResult>& launches,
                        const Verdict& verdict) {
    Json record;
    record["schema"] = "loop-run/1";
    record["verdict"] = {{"word", verdict_text(verdict.word)}, {"reasons", verdict.reasons}};
    record["source"] = source_of(facts.source);
    record["parameters"] = parameters_of(facts.request.settings, launches);
    record["ranks"] = facts.request.settings.ranks;
    record["machine"] = machine_record(facts.profile);
    record["environment"] = facts.environment;
    record["versions"] = {{"loop", facts.loop_version},
                          {"compiler", facts.compiler_version},
                          {"mpi", mpi_library(launches)},
                          {"launcher", facts.launcher_version}};
    record["commands"] = {{"compile", facts.program.command},
                          {"launch", facts.launch_command},
                          {"repeat", repeat_command(facts.request)}};
    record["started"] = facts.started;
    record["ended"] = facts.ended.empty() ? iso_time() : facts.ended;
    record["launches_planned"] = facts.request.launches;
    if (!facts.sweep.is_null()) record["sweep"] = facts.sweep;
    if (facts.profile.simulation)
        record["simulated"] = simulated_record(facts.profile, facts.request.measure_host_text, launches);
    record["summary"] = summarise(launches);
    record["notes"] = notes_of(launches);
    record["launches"] = Json::array();
    for (const LaunchResult& launch : launches)
        record["launches"].push_back(launch_of(launch));
    return record;
}

std::string record_text(const Json& record) {
    return record.dump(2) + "\n";
}

} // namespace loop::runner
