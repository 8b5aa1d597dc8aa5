#include "report/clue/limits.h"

#include <loop/clue_columns.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr double min_sharing =
    1.5; ///< a rank handles both edges, which takes less than half of a latency more

/// 0 for an unknown type.
double cell_bytes(const std::string& type) {
    if (type == "float" || type == "int32") return 4;
    return type == "double" || type == "int64" ? 8 : 0;
}

/// Of cells of a rank.
double millions_of(const ClueFigure& figure) {
    return static_cast<double>(figure.work.width) * static_cast<double>(figure.work.height) * 1e-6;
}

/// The triad reads and writes memory in order.
bool uses_memory_as_the_triad(const ClueFigure& figure) {
    return figure.variation != "scattered";
}

/// The bytes of a transition, counted as STREAM counts: a cell is read, and one is written.
double moved_bytes(const ClueFigure& figure) {
    return 2 * cell_bytes(figure.work.type);
}

std::optional<double> memory_act(const ClueProbes& probes, const ClueFigure& figure) {
    const auto mbs = probes.memory_of(figure.ranks);
    return mbs && uses_memory_as_the_triad(figure) ? std::optional(*mbs / moved_bytes(figure)) : std::nullopt;
}

/// How long an iteration waits for messages.
struct MessageSeconds {
    double least = 0;
    std::optional<double> most{}; ///< nothing: `least` is the prediction, not a bound
};

/// Batches of cells, each of which ends when all of its messages have arrived: in one latency if they do not
/// hinder each other, and in one latency each if they leave the rank one after the other.
MessageSeconds cells_seconds(double latency, long long width) {
    const long long batches = (width + clue_columns::cells_in_flight - 1) / clue_columns::cells_in_flight;
    return {static_cast<double>(batches) * latency, 2 * static_cast<double>(width) * latency};
}

/// Of an iteration: both edges leave the rank one after the other, and the first byte takes the latency.
MessageSeconds edges_seconds(const ClueProbes& probes, const ClueFigure& figure) {
    const double latency = *probes.latency_us * 1e-6;
    if (figure.variation == "cells") return cells_seconds(latency, figure.work.width);
    const double bytes = 2 * static_cast<double>(figure.work.width) * cell_bytes(figure.work.type);
    return {latency + bytes / (*probes.message_mbs * 1e6)};
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
    const double millions = millions_of(figure);
    const double computing = millions / computing_act(probes, *one, figure);
    const MessageSeconds messages = edges_seconds(probes, figure);
    prediction.act = millions / (computing + messages.least);
    prediction.efficiency = *prediction.act / one->act;
    if (!messages.most) return prediction;
    prediction.least_act = millions / (computing + *messages.most);
    prediction.least_efficiency = *prediction.least_act / one->act;
    return prediction;
}

double iteration_seconds(const ClueFigure& figure) {
    return millions_of(figure) / figure.act;
}

} // namespace

std::vector<CluePrediction> predictions_of(const ClueReport& report) {
    std::vector<CluePrediction> predictions;
    for (const ClueFigure& figure : report.figures) {
        if (cell_bytes(figure.work.type) == 0) continue;
        const CluePrediction prediction = prediction_of(report, figure);
        if (prediction.memory_act || prediction.act) predictions.push_back(prediction);
    }
    return predictions;
}

std::optional<ClueOutside> outside_range(const ClueReport& report, const CluePrediction& prediction) {
    if (!prediction.least_act) return std::nullopt;
    const ClueFigure& figure = *prediction.measured;
    const bool is_below = figure.act < *prediction.least_act;
    if (!is_below && figure.act <= *prediction.act) return std::nullopt;
    const double end = is_below ? *prediction.least_act : *prediction.act;
    ClueOutside outside{figure.act / end - 1};
    outside.disturbed = figure.disturbed.size();
    for (const auto& [round, act] : figure.trials) {
        if (figure.disturbed.count(round) != 0) continue;
        ++outside.trials;
        if (is_below ? act < end : act > end) ++outside.holds;
    }
    outside.messages = 2 * figure.work.width;
    if (const ClueFigure* const base = report.find("base", figure.ranks))
        outside.message_seconds =
            (iteration_seconds(figure) - iteration_seconds(*base)) / static_cast<double>(outside.messages);
    return outside;
}

std::optional<ClueSharedNetwork> shared_network(const ClueReport& report) {
    const int ranks = report.probes.message_ranks;
    const ClueFigure *const one = report.find("base", 1), *const base = report.find("base", ranks);
    if (!report.simulated || ranks < 2 || one == nullptr || base == nullptr) return std::nullopt;
    const double seconds = iteration_seconds(*base) - iteration_seconds(*one);
    const double factor = seconds / edges_seconds(report.probes, *base).least;
    return factor >= min_sharing ? std::optional(ClueSharedNetwork{ranks, seconds, factor}) : std::nullopt;
}

bool comes_from_cache(const ClueReport& report) {
    const ClueFigure* const one = report.find("base", 1);
    return one != nullptr && cell_bytes(one->work.type) > 0 && is_in_cache(report.probes, *one);
}

bool begins_with_memory(const ClueReport& report, const CluePrediction& prediction) {
    const ClueFigure* const one = report.find(prediction.measured->variation, 1);
    return one != nullptr && computing_act(report.probes, *one, *prediction.measured) < one->act;
}

} // namespace loop::report
