#include "base/formats/numbers.h"
#include "base/text/csv.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"

#include <fmt/core.h>

#include <iterator>

namespace loop::report {

namespace {

std::string exact(const std::optional<double>& value, double scale) {
    return value ? fmt::format("{:.10g}", *value * scale) : "";
}

std::string usage(const ClueFigure& figure, const std::string& name) {
    for (const auto& [known, value] : figure.usage)
        if (known == name) return exact(value, 1);
    return "";
}

constexpr const char* usage_names[] = {"user time", "system time", "page faults", "context switches"};

Json numbers(const std::function<std::optional<double>(const ClueQuantity&)>& value) {
    Json json;
    for (const ClueQuantity& quantity : clue_quantities()) {
        const auto number = value(quantity);
        json[quantity.name] =
            formats::json_number(number ? std::optional(*number * quantity.scale) : std::nullopt);
    }
    return json;
}

Json figure_json(const ClueFigure& figure) {
    Json json{{"variation", figure.variation}, {"ranks", figure.ranks}};
    json.update(numbers([&](const ClueQuantity& quantity) { return quantity.of_figure(figure); }));
    json["trials_act_million_per_s"] = Json::array();
    for (const auto& [round, act] : figure.trials)
        json["trials_act_million_per_s"].push_back(formats::json_number(act));
    json["disturbed_trials"] = Json::array(); // indices into the list above, from 0
    for (auto trial = figure.trials.begin(); trial != figure.trials.end(); ++trial)
        if (figure.disturbed.count(trial->first) != 0)
            json["disturbed_trials"].push_back(std::distance(figure.trials.begin(), trial));
    json["usage"] = Json::object();
    for (const auto& [name, value] : figure.usage)
        json["usage"][name] = formats::json_number(value);
    return json;
}

} // namespace

std::string clue_csv(const ClueReport& report) {
    std::vector<std::string> head{"kind", "variation", "ranks"};
    for (const ClueQuantity& quantity : clue_quantities())
        head.emplace_back(quantity.name);
    head.insert(head.end(), {"trials", "user_time_s", "system_time_s", "page_faults", "context_switches",
                             "disturbed_trials"});
    std::string text = csv_line(head);
    for (const ClueFigure& figure : report.figures) {
        std::vector<std::string> row{"figure", figure.variation, std::to_string(figure.ranks)};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(exact(quantity.of_figure(figure), quantity.scale));
        row.push_back(std::to_string(figure.trials.size()));
        for (const char* name : usage_names)
            row.push_back(usage(figure, name));
        row.push_back(std::to_string(figure.disturbed.size()));
        text += csv_line(row);
    }
    for (const ClueAverageRow& average : clue_averages(report)) {
        std::vector<std::string> row{"average of " + average.kind,
                                     average.kind == "variation" ? average.of : "",
                                     average.kind == "ranks" ? average.of : ""};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(exact(quantity.of_average(average.average), quantity.scale));
        row.resize(head.size());
        text += csv_line(row);
    }
    return text;
}

Json clue_json(const ClueReport& report) {
    Json json{{"schema", "loop-clue/1"},     {"system", report.system},       {"started", report.started},
              {"hardware", report.hardware}, {"simulated", report.simulated}, {"trials", report.trials}};
    json["verdict"] = report.verdict ? formats::to_json(*report.verdict) : Json(nullptr);
    json["grid"] = nullptr;
    if (report.grid) json["grid"] = {{"width", report.grid->width}, {"height", report.grid->height}};
    for (const char* list : {"figures", "averages", "missing", "observations"})
        json[list] = Json::array();
    for (const ClueFigure& figure : report.figures)
        json["figures"].push_back(figure_json(figure));
    for (const ClueAverageRow& row : clue_averages(report)) {
        Json average{{"kind", row.kind}, {"of", row.of}, {"figures", row.average.figures}};
        average.update(
            numbers([&](const ClueQuantity& quantity) { return quantity.of_average(row.average); }));
        json["averages"].push_back(average);
    }
    for (const ClueMissing& missing : report.missing)
        json["missing"].push_back(
            {{"variation", missing.variation}, {"ranks", missing.ranks}, {"why", missing.why}});
    for (const ClueObservation& item : observe(report))
        json["observations"].push_back(
            {{"kind", item.kind == ClueObservation::Kind::Weakness ? "weakness" : "remark"},
             {"about", item.about},
             {"sentence", item.sentence},
             {"sureness", item.sureness}});
    return json;
}

} // namespace loop::report
