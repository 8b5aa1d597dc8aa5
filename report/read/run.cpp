#include "report/read/run.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace loop::report {

namespace {

/// Points of which a value is not finite, or missing, are left out.
Series with_finite_points(Series series) {
    std::vector<double> x, y;
    for (std::size_t k = 0; k < std::min(series.x_values.size(), series.y_values.size()); ++k) {
        if (!std::isfinite(series.x_values[k]) || !std::isfinite(series.y_values[k])) continue;
        x.push_back(series.x_values[k]);
        y.push_back(series.y_values[k]);
    }
    series.x_values = std::move(x);
    series.y_values = std::move(y);
    return series;
}

std::vector<Series> series_of(const formats::RunLaunch& launch) {
    std::vector<Series> all;
    for (const formats::RunRank& rank : launch.ranks) {
        if (!rank.record || rank.record->series.empty()) continue;
        for (const Series& series : rank.record->series)
            all.push_back(with_finite_points(series));
        break;
    }
    return all;
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return true;
    }
    return false;
}

/// Whether a program's text, but for lines that are comments, says how often it does something. Every program
/// has the option --iterations.
bool uses_iterations(const std::string& source) {
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        const std::string line = source.substr(begin, end - begin);
        const std::size_t first = line.find_first_not_of(" \t");
        const bool is_comment = first != std::string::npos && line.compare(first, 2, "//") == 0;
        if (!is_comment && (has_word(line, "ITERATIONS") || has_word(line, "iterations"))) return true;
        begin = end + 1;
    }
    return false;
}

void forget_iterations(Run& run) {
    run.has_iterations = false;
    const auto is_iterations = [](const auto& parameter) { return parameter.first == "iterations"; };
    run.parameters.erase(std::remove_if(run.parameters.begin(), run.parameters.end(), is_iterations),
                         run.parameters.end());
}

} // namespace

Run run_of(formats::RunRecord record) {
    formats::Summary& summary = record.summary;
    Run run;
    if (record.verdict) {
        run.verdict = verdict_text(record.verdict->word);
        run.reasons = std::move(record.verdict->reasons);
    }
    run.name = record.source.name;
    run.file = record.source.file;
    run.description = record.source.description;
    run.ranks = record.ranks;
    run.machine = record.machine.name;
    run.simulated = record.simulated.has_value();
    run.repeats = run.simulated && record.simulated->host_compute == formats::RunSimulation::HostCompute::Free;
    if (run.simulated) run.machine += " (SIMULATED)";
    run.flags = std::move(record.machine.flags);
    run.parameters = std::move(record.parameters);
    if (!record.source.text.empty() && !uses_iterations(record.source.text)) forget_iterations(run);
    run.repeat_command = std::move(record.commands.repeat);
    run.started = record.started;
    run.loop_version = record.versions.loop;
    run.compiler_version = record.versions.compiler;
    run.mpi_version = record.versions.mpi;
    run.launches_planned = record.launches_planned;
    run.launches_complete = summary.launches;
    run.program = std::move(summary.program);
    run.phases = std::move(summary.phases);
    run.phase_times = std::move(summary.phase_times);
    run.sites = std::move(summary.sites);
    run.results = std::move(summary.results);
    for (const formats::RunLaunch& launch : record.launches)
        if (launch.complete) {
            run.series.push_back(series_of(launch));
            run.complete_launches.push_back(launch.index);
        }
    run.verifications = std::move(summary.verifications);
    run.payload = summary.payload;
    run.environment = std::move(record.environment);
    return run;
}

formats::RunRecord run_record_of(const Json& json) {
    formats::Problems ignored;
    auto record = formats::read_run_record(json, ignored, formats::Reader::Texts::Clean);
    if (!record) throw FormatError("not a run of schema loop-run/1");
    return std::move(*record);
}

Run read_run(const Json& json) {
    return run_of(run_record_of(json));
}

Run parse_run(const std::string& text) {
    const Json record = Json::parse_or_discard(text);
    if (record.is_discarded()) throw FormatError("not JSON");
    return read_run(record);
}

} // namespace loop::report
