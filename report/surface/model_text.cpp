#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/surface/formatting.h"
#include "report/surface/model.h"
#include "report/surface/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loop::report {

namespace {

constexpr double differs_by_errors = 4; ///< combined standard errors between start-up times of two protocols

std::string ns_text(double ns) {
    return fine_seconds_text(ns * 1e-9);
}

std::string fit_sentence(const SurfaceModel& model) {
    return fmt::format(
        "Model: a start-up time per block and a time per word, for each level of memory{}, explain "
        "{:.1f} % of the variance; the times scatter by {:.2g} % around it, and differ most at {}, "
        "by {}x.",
        model.protocols.empty() ? "" : " and for other ranks", std::floor(1000 * model.explained) / 10,
        100 * model.scatter, place_text(model.worst_alpha, model.worst_length),
        factor_text(std::max(model.worst_factor, 1 / model.worst_factor)));
}

std::string startup_sentence(const SurfaceModel& model) {
    std::vector<std::string> known;
    for (const ModelPlace& place : model.places())
        if (place.startup.is_known())
            known.push_back(fmt::format("{} ({})", ns_text(place.startup.ns), place.name));
    return known.empty() ? "" : fmt::format("Model: the start-up of a block takes {}.", joined(known, ", "));
}

std::string bandwidth_sentence(const SurfaceModel& model) {
    std::vector<std::string> known;
    for (const ModelPlace& place : model.places())
        if (place.word.is_known())
            known.push_back(fmt::format("{} ({})", mbs_text(8e3 / place.word.ns), place.name));
    return known.empty() ? ""
                         : fmt::format("Model: without start-ups, the bandwidth per process is {} MB/s.",
                                       joined(known, ", "));
}

/// The first two protocols whose start-up times differ clearly.
std::string protocol_sentence(const SurfaceModel& model) {
    for (std::size_t p = 0; p < model.limits.size(); ++p) {
        const ModelCost &before = model.protocols[p].startup, &after = model.protocols[p + 1].startup;
        if (!before.is_known() || !after.is_known()) continue;
        if (std::abs(after.ns - before.ns) < differs_by_errors * std::hypot(before.error, after.error))
            continue;
        return fmt::format(
            "Model: the start-up of a block of another rank takes {}x as long if L is above {:g}, "
            "as if MPI changed its protocol there.",
            factor_text(after.ns / before.ns), model.limits[p]);
    }
    return "";
}

/// The length of blocks whose start-up takes as long as their words.
std::string half_sentence(const SurfaceModel& model) {
    for (const ModelPlace& place : {model.protocols.back(), model.protocols.front()})
        if (place.startup.is_known() && place.word.is_known())
            return fmt::format("Model: the start-up of a block of {} takes as long as {} of its words.",
                               place.name, factor_text(place.startup.ns / place.word.ns));
    return "";
}

std::string remote_sentence(const SurfaceModel& model) {
    if (model.protocols.empty()) return "";
    const std::string protocols = protocol_sentence(model);
    return protocols.empty() ? half_sentence(model) : protocols;
}

/// "1.2 ns to 1.9 ns"; "at most 3 ns" if the time may be 0.
std::string interval_text(const ModelCost& cost) {
    if (!(cost.high() > 0)) return "-";
    if (!(cost.low() > 0)) return "at most " + ns_text(cost.high());
    return ns_text(cost.low()) + " to " + ns_text(cost.high());
}

std::string bandwidth_interval_text(const ModelCost& word) {
    if (!(word.high() > 0)) return "-";
    if (!(word.low() > 0)) return "at least " + mbs_text(8e3 / word.high());
    return mbs_text(8e3 / word.high()) + " to " + mbs_text(8e3 / word.low());
}

Value value_if(bool known, const std::string& text, double number, const std::string& unit) {
    return known ? Value{text, number, unit} : Value{"-", {}, {}};
}

} // namespace

std::vector<std::string> model_findings(const SurfaceModel& model) {
    std::vector<std::string> sentences;
    if (!model.is_supported()) return sentences;
    for (std::string sentence : {startup_sentence(model), bandwidth_sentence(model), remote_sentence(model)})
        if (!sentence.empty()) sentences.push_back(std::move(sentence));
    if (!sentences.empty()) sentences.insert(sentences.begin(), fit_sentence(model));
    return sentences;
}

DataTable model_table(const SurfaceModel& model) {
    DataTable table{
        "model", "model", {"blocks in", "start-up", "95 % interval", "MB/s", "95 % interval of MB/s"}, {}};
    for (const ModelPlace& place : model.places()) {
        const ModelCost &startup = place.startup, &word = place.word;
        table.rows.push_back({{place.name, {}, {}},
                              value_if(startup.is_known(), ns_text(startup.ns), startup.ns * 1e-9, "s"),
                              {interval_text(startup), {}, {}},
                              value_if(word.is_known(), mbs_text(8e3 / word.ns), 8e3 / word.ns, ""),
                              {bandwidth_interval_text(word), {}, {}}});
    }
    return table;
}

} // namespace loop::report
