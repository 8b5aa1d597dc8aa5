#include "report/read/run.h"

#include "base/text/distinct.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

RunRecord read_run(const Json& json) {
    formats::Problems ignored;
    auto run = formats::read_run_record(json, ignored, formats::Reader::Texts::Clean);
    if (!run) throw FormatError("not a run of schema loop-run/1");
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

MeasuredSpan measured_span(const RunRecord& run) {
    const std::vector<std::string>& words = run.commands.repeat;
    if (words.size() > 1 && words[1] == "record") return {"MPI_Init", "MPI_Finalize"};
    return {"\\OPEN0", "\\CLOSE0"};
}

bool repeats(const RunRecord& run) {
    return run.simulated && run.simulated->host_compute == formats::RunSimulation::HostCompute::Free;
}

bool leaves_out_work(const RunRecord& run) {
    return run.simulated && run.simulated->work_left_out;
}

CheckCounts check_counts(const RunRecord& run) {
    CheckCounts sum;
    for (const Verification& one : run.summary.verifications) {
        sum.checks += one.checks;
        sum.failures += one.failures;
        sum.failing += one.failures > 0 ? 1 : 0;
        sum.skipped += one.checks == 0 ? 1 : 0;
    }
    return sum;
}

const char* text_without_value(const RunRecord& run, const formats::ResultValue& result) {
    return leaves_out_work(run) && result.not_finite == 0 ? "not computed" : "not finite";
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
    Distinct texts;
    for (const formats::RunLaunch& launch : run.launches)
        for (const formats::RunRank& rank : launch.ranks)
            if (std::string text = rank.record ? of(*rank.record) : ""; !text.empty())
                texts.add(std::move(text));
    return texts.words();
}

std::string map_text(const formats::RunMap& map) {
    constexpr std::size_t shown = 16;
    std::string text = map.given + ": ";
    for (std::size_t rank = 0; rank < std::min(map.processors.size(), shown); ++rank)
        text += fmt::format("{}{} on {}{}", rank == 0 ? "rank " : ", ", rank, rank == 0 ? "processor " : "",
                            map.processors[rank]);
    if (map.processors.size() > shown) text += ", ...";
    return map.cores > 1 ? fmt::format("{}; a processor is {} cores", text, map.cores) : text;
}

std::vector<std::pair<double, double>> points_of(const Series& series) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t k = 0; k < std::min(series.x_values.size(), series.y_values.size()); ++k)
        if (std::isfinite(series.x_values[k]) && std::isfinite(series.y_values[k]))
            points.emplace_back(series.x_values[k], series.y_values[k]);
    return points;
}

} // namespace loop::report
