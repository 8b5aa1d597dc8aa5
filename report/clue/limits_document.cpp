#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/clue/certainty.h"
#include "report/clue/columns.h"
#include "report/clue/comparison.h"
#include "report/clue/limits.h"
#include "report/clue/values.h"
#include "report/document/values.h"
#include "report/read/probe_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

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

const std::vector<std::string>& prediction_columns() {
    static const std::vector<std::string> columns{
        "variation",          "ranks",        "ACT/s million", "predicted ACT/s",
        "memory limit ACT/s", "efficiency %", "predicted %"};
    return columns;
}

std::string range_text(const ClueQuantity& quantity, const std::optional<double>& least,
                       const std::optional<double>& most) {
    return clue_number(quantity, least) + " to " + clue_number(quantity, most);
}

/// The prediction, or its range.
Value predicted_value(const ClueQuantity& quantity, const std::optional<double>& least,
                      const std::optional<double>& most) {
    if (!least) return quantity_value(quantity, most);
    return text_value(range_text(quantity, least, most));
}

std::vector<Value> prediction_row(const CluePrediction& prediction) {
    const ClueFigure& figure = *prediction.measured;
    return {text_value(figure.variation),
            count_value(figure.ranks),
            quantity_value(act_quantity(), figure.act),
            predicted_value(act_quantity(), prediction.least_act, prediction.act),
            quantity_value(act_quantity(), prediction.memory_act),
            quantity_value(efficiency_quantity(), figure.efficiency),
            predicted_value(efficiency_quantity(), prediction.least_efficiency, prediction.efficiency)};
}

constexpr const char* predictions_note =
    "Memory limit: if a rank moved its cells as fast as the triad moves its vectors; a rank that is faster "
    "alone has its cells in a cache. Predicted: the time on one rank, or that of the memory limit if it is "
    "longer, and the latency and both edges at the bandwidth of the ping-pong in each iteration. Of "
    "`cells`, a range: from one latency for each message to one for each batch of them, as the ping-pong "
    "has one message at a time. `scattered` has no memory limit, as the triad moves memory in order. Not "
    "predicted: several messages on one link, slow ranks, noise, and messages that move while ranks compute.";

DataTable limits_table(const std::vector<CluePrediction>& predictions) {
    DataTable table{"limits", "", prediction_columns(), {}};
    for (const CluePrediction& prediction : predictions)
        table.rows.push_back(prediction_row(prediction));
    table.note = predictions_note;
    return table;
}

std::string sharing_sentence(const ClueSharedNetwork& shared) {
    return fmt::format("Shared network: in each iteration of the base, {} ranks wait {} for messages, {:.1f} "
                       "times as long as the "
                       "ping-pong of two ranks predicts, as their messages share links of the model. "
                       "Predictions leave that out, so "
                       "points with messages are slower; `cells` may be below its range.",
                       shared.ranks, seconds_text(shared.seconds), shared.factor);
}

/// What an iteration takes at the end of the range that the point passes.
std::string end_text(const ClueReport& report, const CluePrediction& prediction, const ClueOutside& outside) {
    return fmt::format(
        "At the {} end, an iteration takes the time {} and one latency of the ping-pong ({:.3g} us) for "
        "each {}.",
        outside.is_below() ? "lower" : "upper",
        begins_with_memory(report, prediction) ? "of the memory limit" : "on one rank",
        *report.probes.latency_us,
        outside.is_below() ? fmt::format("of {} messages", outside.messages) : "batch of messages");
}

/// " (sure: in 8 of 8 trials)".
std::string outside_sureness(const ClueReport& report, const ClueOutside& outside) {
    return report.simulated || outside.trials + outside.disturbed == 0
               ? ""
               : fmt::format(" ({})", certainty_text(outside.holds, outside.trials, outside.disturbed));
}

std::string outside_sentence(const ClueReport& report, const CluePrediction& prediction,
                             const ClueOutside& outside) {
    const ClueFigure& figure = *prediction.measured;
    std::string text = fmt::format(
        "Outside of its range: `{}` on {} has {} million ACT/s, {:.1f} % {} the range of {}{}. {}",
        figure.variation, counted(figure.ranks, "rank"), clue_number(act_quantity(), figure.act),
        100 * std::abs(outside.fraction), outside.is_below() ? "below" : "above",
        range_text(act_quantity(), prediction.least_act, prediction.act), outside_sureness(report, outside),
        end_text(report, prediction, outside));
    if (outside.message_seconds)
        text += fmt::format(" Beyond an iteration of the base, each message took {}.",
                            seconds_text(*outside.message_seconds));
    if (report.simulated) return text;
    return text +
           " The ping-pong was launched once; whether its latency was another one during the trials was "
           "not tested.";
}

/// What the probes of a machine measured, in sentences.
std::vector<std::string> probe_sentences(const ClueReport& report) {
    std::vector<std::string> sentences{memory_sentence(report), messages_sentence(report.probes)};
    if (const auto shared = shared_network(report)) sentences.push_back(sharing_sentence(*shared));
    for (const CluePrediction& prediction : predictions_of(report))
        if (const auto outside = outside_range(report, prediction))
            sentences.push_back(outside_sentence(report, prediction, *outside));
    for (const ClueFailedProbe& probe : report.probes.failed)
        sentences.push_back(failure_sentence(probe));
    return sentences;
}

/// The predictions for all systems: those of a point beside each other.
DataTable limits_table(const ClueComparison& comparison) {
    DataTable table{"machine-limits", "", prediction_columns(), {}};
    table.columns.insert(table.columns.begin() + 2, "system");
    std::vector<std::vector<CluePrediction>> predictions;
    for (const ClueReport& system : comparison.systems)
        predictions.push_back(predictions_of(system));
    for (const CluePoint& point : comparison.points())
        for (std::size_t i = 0; i < comparison.systems.size(); ++i)
            for (const CluePrediction& prediction : predictions[i]) {
                if (prediction.measured != comparison.systems[i].find(point.variation, point.ranks)) continue;
                table.rows.push_back(prediction_row(prediction));
                table.rows.back().insert(table.rows.back().begin() + 2,
                                         text_value(comparison.systems[i].system));
            }
    table.note = predictions_note;
    return table;
}

} // namespace

Section limits_section(const ClueReport& report) {
    Section section{"limits", "What memory and messages allow"};
    if (report.probes.empty()) return section;
    section.paragraphs = probe_sentences(report);
    const std::vector<CluePrediction> predictions = predictions_of(report);
    if (!predictions.empty()) section.tables = {limits_table(predictions)};
    return section;
}

Section limits_section(const ClueComparison& comparison) {
    Section section{"machine-limits", "What memory and messages allow on each system"};
    const auto has_probes = [](const ClueReport& system) { return !system.probes.empty(); };
    if (std::none_of(comparison.systems.begin(), comparison.systems.end(), has_probes)) return section;
    for (const ClueReport& system : comparison.systems)
        if (has_probes(system))
            for (const std::string& sentence : probe_sentences(system))
                section.items.push_back(system.system + ": " + sentence);
        else if (!system.published)
            section.items.push_back(system.system + ": no probes were measured.");
    if (DataTable table = limits_table(comparison); !table.rows.empty())
        section.tables.push_back(std::move(table));
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
    for (const CluePrediction& prediction : predictions_of(report)) {
        const auto outside = outside_range(report, prediction);
        json["predictions"].push_back(
            {{"variation", prediction.measured->variation},
             {"ranks", prediction.measured->ranks},
             {"act_million_per_s", formats::json_number(prediction.act)},
             {"efficiency_percent", percent(prediction.efficiency)},
             {"least_act_million_per_s", formats::json_number(prediction.least_act)},
             {"least_efficiency_percent", percent(prediction.least_efficiency)},
             {"outside_percent", percent(outside ? std::optional(outside->fraction) : std::nullopt)},
             {"memory_limit_act_million_per_s", formats::json_number(prediction.memory_act)}});
    }
    return json;
}

} // namespace loop::report
