#include "base/formats/numbers.h"
#include "base/statistics/order_statistics.h"
#include "base/text/csv.h"
#include "report/surface/locality.h"
#include "report/surface/model.h"
#include "report/surface/spread.h"
#include "report/surface/study.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

Json known(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string exact(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "";
}

Json points_of(const Surface& surface) {
    Json points = Json::array();
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
            const SurfacePoint& point = surface.at(a, l);
            points.push_back(
                {{"alpha", surface.alphas[a]},
                 {"L", surface.lengths[l]},
                 {"mbs", known(point.mbs)},
                 {"mbs_interval",
                  formats::json_interval(point.samples.empty() ? std::nullopt
                                                               : statistics::median_interval(point.samples))},
                 {"samples", point.samples},
                 {"interval_percent", known(point.interval_percent)},
                 {"cycles", known(point.cycles)},
                 {"remote_percent", known(point.remote_percent)},
                 {"failed", point.failed},
                 {"verdict", formats::verdict_text(point.word)}});
        }
    return points;
}

/// The worst verdict of the two points that are divided.
formats::Verdict::Word word_of(const SurfaceRatio& ratio, std::size_t alpha, std::size_t length) {
    return std::max(ratio.surface->word_of(ratio.alphas[alpha], ratio.lengths[length]),
                    ratio.base->word_of(ratio.alphas[alpha], ratio.lengths[length]));
}

Json needed_of(const Surface& surface) {
    Json list = Json::array();
    for (const double level : levels(surface)) {
        Json item{{"mbs", level}, {"lengths", Json::array()}};
        for (std::size_t a = 0; a < surface.alphas.size(); ++a)
            if (const auto needed = needed_length(surface, a, level))
                item["lengths"].push_back(
                    {{"alpha", surface.alphas[a]}, {"L", needed->words}, {"at_most", needed->at_most}});
        const auto found = exchange(surface, level);
        item["factor"] = found ? Json(found->factor()) : Json(nullptr);
        item["factor_at_least"] = found && found->at_least;
        list.push_back(item);
    }
    return list;
}

Json places_json(const std::vector<ModelPlace>& places) {
    Json list = Json::array();
    for (const ModelPlace& place : places)
        list.push_back({{"name", place.name},
                        {"startup_ns", place.startup.ns},
                        {"startup_error_ns", place.startup.error},
                        {"word_ns", place.word.ns},
                        {"word_error_ns", place.word.error}});
    return list;
}

Json model_json(const Surface& surface) {
    const auto model = fitted_model(surface);
    if (!model) return nullptr;
    return {
        {"supported", model->is_supported()},
        {"explained", model->explained},
        {"scatter", model->scatter},
        {"worst",
         {{"alpha", model->worst_alpha}, {"L", model->worst_length}, {"factor", known(model->worst_factor)}}},
        {"levels", places_json(model->levels)},
        {"protocols", places_json(model->protocols)},
        {"limits", model->limits},
        {"findings", model_findings(*model)}};
}

Json probes_json(const std::vector<Probes>& all) {
    const auto known = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json list = Json::array();
    for (const Probes& probes : all)
        list.push_back({{"machine", probes.machine},
                        {"ranks", probes.ranks},
                        {"ranks_of_node", probes.ranks_of_node},
                        {"simulated", probes.simulated},
                        {"processor", probes.processor},
                        {"network", probes.network},
                        {"memory_mbs", known(probes.memory_mbs)},
                        {"message_mbs", known(probes.message_mbs)},
                        {"latency_us", known(probes.latency_us)},
                        {"half_bytes", known(probes.half_bytes)},
                        {"memory_failure", probes.memory_failure},
                        {"message_failure", probes.message_failure}});
    return list;
}

Json lines_of(const std::vector<SurfaceLine>& lines) {
    Json list = Json::array();
    for (const SurfaceLine& line : lines)
        list.push_back({{"label", line.label}, {"points", line.points}});
    return list;
}

} // namespace

Json surface_results(const SurfaceStudy& study) {
    Json json{{"schema", "loop-surfaces/1"},
              {"verdict", verdict_text(study.verdict.word)},
              {"reasons", study.verdict.reasons}};
    json["surfaces"] = Json::array();
    for (const Surface& surface : study.surfaces)
        json["surfaces"].push_back({{"label", surface.label},
                                    {"machine", surface.machine},
                                    {"ranks", surface.ranks},
                                    {"version", surface.version},
                                    {"B", surface.buffers},
                                    {"words_of_rank", surface.words_of_rank},
                                    {"arguments", surface.others},
                                    {"intensity", surface.intensity},
                                    {"measured", surface.measured()},
                                    {"complete", surface.is_complete()},
                                    {"findings", findings(surface)},
                                    {"model", model_json(surface)},
                                    {"shares", shares(surface, study.probes)},
                                    {"spread", spread(surface)},
                                    {"points", points_of(surface)},
                                    {"needed_lengths", needed_of(surface)}});
    json["probes"] = probes_json(study.probes);
    json["ratios"] = Json::array();
    for (const SurfaceRatio& ratio : study.ratios) {
        Json item{{"of", ratio.surface->label}, {"over", ratio.base->label}, {"findings", findings(ratio)},
                  {"alphas", ratio.alphas},     {"lengths", ratio.lengths},  {"factors", Json::array()}};
        for (const double factor : ratio.factors)
            item["factors"].push_back(known(factor));
        json["ratios"].push_back(item);
    }
    json["over_ping_pong"] = lines_of(study.beside_ping_pong);
    json["over_ranks"] = lines_of(study.over_ranks);
    json["over_buffers"] = lines_of(study.over_buffers);
    return json;
}

std::string surface_csv(const SurfaceStudy& study) {
    std::string text =
        "surface,machine,ranks,version,B,words_of_rank,alpha,L,mbs,launches,remote_percent,failed,cycles,"
        "verdict\n";
    for (const Surface& surface : study.surfaces)
        for (std::size_t a = 0; a < surface.alphas.size(); ++a)
            for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
                const SurfacePoint& point = surface.at(a, l);
                text += csv_line({surface.label, surface.machine, std::to_string(surface.ranks),
                                  surface.version, exact(surface.buffers), exact(surface.words_of_rank),
                                  exact(surface.alphas[a]), exact(surface.lengths[l]), exact(point.mbs),
                                  std::to_string(point.samples.size()), exact(point.remote_percent),
                                  point.failed ? "1" : "0", exact(point.cycles),
                                  formats::verdict_text(point.word)});
            }
    return text;
}

std::string ratio_csv(const SurfaceStudy& study) {
    std::string text = "surface,over,alpha,L,factor,verdict\n";
    for (const SurfaceRatio& ratio : study.ratios)
        for (std::size_t a = 0; a < ratio.alphas.size(); ++a)
            for (std::size_t l = 0; l < ratio.lengths.size(); ++l)
                text += csv_line({ratio.surface->label, ratio.base->label, exact(ratio.alphas[a]),
                                  exact(ratio.lengths[l]), exact(ratio.at(a, l)),
                                  formats::verdict_text(word_of(ratio, a, l))});
    return text;
}

} // namespace loop::report
