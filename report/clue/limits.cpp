#include "report/clue/limits.h"

#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/values.h"
#include "report/document/values.h"
#include "report/read/probe_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

/// 0 for an unknown type.
double cell_bytes(const std::string& type) {
    if (type == "float" || type == "int32") return 4;
    return type == "double" || type == "int64" ? 8 : 0;
}

bool is_like_the_probes(const std::string& variation) {
    return variation != "scattered" && variation != "cells";
}

/// The bytes of a transition, counted as STREAM counts: a cell is read, and one is written.
double moved_bytes(const ClueFigure& figure) {
    return 2 * cell_bytes(figure.work.type);
}

std::optional<double> memory_act(const ClueProbes& probes, const ClueFigure& figure) {
    const auto mbs = probes.memory_of(figure.ranks);
    return mbs ? std::optional(*mbs / moved_bytes(figure)) : std::nullopt;
}

/// Of an iteration: both edges leave the rank one after the other, and the first byte takes the latency.
double edges_seconds(const ClueProbes& probes, const ClueFigure& figure) {
    const double bytes = 2 * static_cast<double>(figure.work.width) * cell_bytes(figure.work.type);
    return *probes.latency_us * 1e-6 + bytes / (*probes.message_mbs * 1e6);
}

/// `one`: on one rank.
bool is_in_cache(const ClueProbes& probes, const ClueFigure& one) {
    const auto limit = memory_act(probes, one);
    return limit && one.act > *limit;
}

/// ACT/s without messages. The memory limits it, unless the cells of one rank come from a cache.
double computing_act(const ClueProbes& probes, const ClueFigure& one, const ClueFigure& figure) {
    const auto limit = memory_act(probes, figure);
    const bool is_limited = limit && memory_act(probes, one) && !is_in_cache(probes, one);
    return is_limited ? std::min(one.act, *limit) : one.act;
}

CluePrediction prediction_of(const ClueReport& report, const ClueFigure& figure) {
    const ClueProbes& probes = report.probes;
    CluePrediction prediction{&figure, memory_act(probes, figure)};
    const ClueFigure* const one = report.find(figure.variation, 1);
    if (one == nullptr || figure.ranks == 1 || figure.ranks != probes.message_ranks) return prediction;
    const double millions =
        static_cast<double>(figure.work.width) * static_cast<double>(figure.work.height) * 1e-6;
    const double seconds = millions / computing_act(probes, *one, figure) + edges_seconds(probes, figure);
    prediction.act = millions / seconds;
    prediction.efficiency = *prediction.act / one->act;
    return prediction;
}

std::string per_rank(const std::pair<const int, double>& triad) {
    return fmt::format("{:.0f} MB/s {}", triad.second,
                       triad.first == 1 ? "on one rank alone"
                                        : fmt::format("on each of {} ranks", triad.first));
}

std::string memory_sentence(const ClueReport& report) {
    const ClueProbes& probes = report.probes;
    if (report.simulated)
        return "Memory: none. The machine is a model that charges operations, so no triad was measured.";
    if (probes.memory_mbs.empty())
        return probes.level.empty()
                   ? "Memory: no triad was measured."
                   : fmt::format("Memory: not known, as the triad's vectors stayed in the {}.", probes.level);
    std::vector<std::string> parts;
    for (const auto& triad : probes.memory_mbs)
        parts.push_back(per_rank(triad));
    return fmt::format("Memory: the triad moves {}{}.", joined(parts, ", and "),
                       probes.memory_disturbed ? "; other programs disturbed it" : "");
}

std::string messages_sentence(const ClueProbes& probes) {
    if (probes.message_ranks == 0) return "Messages: no ping-pong was measured.";
    return fmt::format(
        "Messages: between the first and the last of {} ranks, the latency is {:.3g} us, and the "
        "bandwidth {:.4g} MB/s{}.",
        probes.message_ranks, *probes.latency_us, *probes.message_mbs,
        probes.messages_disturbed ? "; other programs disturbed the ping-pong" : "");
}

std::string failure_sentence(const ClueFailedProbe& probe) {
    return fmt::format("The {} on {} failed: {}.", probe.workload == memory_probe ? "triad" : "ping-pong",
                       counted(probe.ranks, "rank"), probe.why);
}

DataTable limits_table(const std::vector<CluePrediction>& predictions) {
    DataTable table{"limits",
                    "",
                    {"variation", "ranks", "ACT/s million", "predicted ACT/s", "memory limit ACT/s",
                     "efficiency %", "predicted %"},
                    {}};
    for (const CluePrediction& prediction : predictions) {
        const ClueFigure& figure = *prediction.measured;
        table.rows.push_back({text_value(figure.variation), count_value(figure.ranks),
                              quantity_value(act_quantity(), figure.act),
                              quantity_value(act_quantity(), prediction.act),
                              quantity_value(act_quantity(), prediction.memory_act),
                              quantity_value(efficiency_quantity(), figure.efficiency),
                              quantity_value(efficiency_quantity(), prediction.efficiency)});
    }
    table.note =
        "Memory limit: if a rank moved its cells as fast as the triad moves its vectors; a rank that is "
        "faster "
        "alone has its cells in a cache. Predicted: the time on one rank, or that of the memory limit if it "
        "is "
        "longer, and the latency and both edges at the bandwidth of the ping-pong in each iteration. Not "
        "predicted: several messages on one link, slow ranks, noise, and messages that move while ranks "
        "compute.";
    return table;
}

} // namespace

std::vector<CluePrediction> predictions_of(const ClueReport& report) {
    std::vector<CluePrediction> predictions;
    for (const ClueFigure& figure : report.figures) {
        if (!is_like_the_probes(figure.variation) || cell_bytes(figure.work.type) == 0) continue;
        const CluePrediction prediction = prediction_of(report, figure);
        if (prediction.memory_act || prediction.act) predictions.push_back(prediction);
    }
    return predictions;
}

bool comes_from_cache(const ClueReport& report) {
    const ClueFigure* const one = report.find("base", 1);
    return one != nullptr && cell_bytes(one->work.type) > 0 && is_in_cache(report.probes, *one);
}

Section limits_section(const ClueReport& report) {
    Section section{"limits", "What memory and messages allow"};
    if (report.probes.empty()) return section;
    section.paragraphs = {memory_sentence(report), messages_sentence(report.probes)};
    for (const ClueFailedProbe& probe : report.probes.failed)
        section.paragraphs.push_back(failure_sentence(probe));
    const std::vector<CluePrediction> predictions = predictions_of(report);
    if (!predictions.empty()) section.tables = {limits_table(predictions)};
    return section;
}

Json limits_json(const ClueReport& report) {
    const ClueProbes& probes = report.probes;
    if (probes.empty()) return nullptr;
    Json json{{"memory", Json::array()},
              {"memory_disturbed", probes.memory_disturbed},
              {"message_ranks", probes.message_ranks},
              {"message_mbs", formats::json_number(probes.message_mbs)},
              {"latency_us", formats::json_number(probes.latency_us)},
              {"messages_disturbed", probes.messages_disturbed},
              {"failed", Json::array()},
              {"predictions", Json::array()}};
    for (const auto& [ranks, mbs] : probes.memory_mbs)
        json["memory"].push_back({{"ranks", ranks}, {"memory_mbs", formats::json_number(mbs)}});
    for (const ClueFailedProbe& probe : probes.failed)
        json["failed"].push_back({{"workload", probe.workload}, {"ranks", probe.ranks}, {"why", probe.why}});
    const auto percent = [](const std::optional<double>& fraction) {
        return formats::json_number(fraction ? std::optional(100 * *fraction) : std::nullopt);
    };
    for (const CluePrediction& prediction : predictions_of(report))
        json["predictions"].push_back(
            {{"variation", prediction.measured->variation},
             {"ranks", prediction.measured->ranks},
             {"act_million_per_s", formats::json_number(prediction.act)},
             {"efficiency_percent", percent(prediction.efficiency)},
             {"memory_limit_act_million_per_s", formats::json_number(prediction.memory_act)}});
    return json;
}

} // namespace loop::report
