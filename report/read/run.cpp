#include "report/read/run.h"

#include "base/text/strings.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace loop::report {

namespace {

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end])))
            return true;
    }
    return false;
}

} // namespace

RunRecord read_run(const Json& json) {
    formats::Problems ignored;
    auto run = formats::read_run_record(json, ignored, formats::Reader::Texts::Clean);
    if (!run) throw FormatError("not a run of schema loop-run/1");
    const auto is_iterations = [](const auto& parameter) { return parameter.first == "iterations"; };
    if (!has_iterations(*run))
        run->parameters.erase(std::remove_if(run->parameters.begin(), run->parameters.end(), is_iterations),
                              run->parameters.end());
    return std::move(*run);
}

RunRecord parse_run(const std::string& text) {
    const Json record = Json::parse_or_discard(text);
    if (record.is_discarded()) throw FormatError("not JSON");
    return read_run(record);
}

std::string machine_name(const RunRecord& run) {
    return run.machine.name + (run.simulated ? " (SIMULATED)" : "");
}

std::string verdict_word(const RunRecord& run) {
    return run.verdict ? verdict_text(run.verdict->word) : "";
}

bool repeats(const RunRecord& run) {
    return run.simulated && run.simulated->host_compute == formats::RunSimulation::HostCompute::Free;
}

/// Every program accepts --iterations, so look for its use in the source; comment lines do not count.
bool has_iterations(const RunRecord& run) {
    const auto lines = lines_of(run.source.text);
    return lines.empty() || std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
               const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
               return line.substr(first, 2) != "//" &&
                      (has_word(line, "ITERATIONS") || has_word(line, "iterations"));
           });
}

std::vector<int> complete_launches(const RunRecord& run) {
    std::vector<int> indices;
    for (const formats::RunLaunch& launch : run.launches)
        if (launch.complete) indices.push_back(launch.index);
    return indices;
}

std::vector<std::vector<Series>> series_of_launches(const RunRecord& run) {
    const auto has_series = [](const formats::RunRank& rank) {
        return rank.record && !rank.record->series.empty();
    };
    std::vector<std::vector<Series>> all;
    for (const formats::RunLaunch& launch : run.launches) {
        const auto first = std::find_if(launch.ranks.begin(), launch.ranks.end(), has_series);
        if (launch.complete && first != launch.ranks.end()) all.push_back(first->record->series);
    }
    return all;
}

std::vector<std::string> rank_texts(const RunRecord& run,
                                    const std::function<std::string(const formats::RankRecord&)>& of) {
    std::vector<std::string> texts;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (const std::string text = rank.record ? of(*rank.record) : ""; !text.empty())
                add_once(texts, text);
    return texts;
}

std::vector<std::pair<double, double>> points_of(const Series& series) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t k = 0; k < std::min(series.x_values.size(), series.y_values.size()); ++k)
        if (std::isfinite(series.x_values[k]) && std::isfinite(series.y_values[k]))
            points.emplace_back(series.x_values[k], series.y_values[k]);
    return points;
}

} // namespace loop::report
