#include "base/formats/numbers.h"
#include "base/text/csv.h"
#include "report/compare/document.h"
#include "report/compare/parts.h"

namespace loop::report {

namespace {

using formats::exact_text;

Json cell_json(const ComparedCell& cell, const std::string& name) {
    Json json{{"contender", name}};
    json["measured"] = cell.measurement != nullptr;
    if (cell.lost != nullptr) {
        json["run_verdict"] = cell.lost->verdict();
        json["run_reasons"] = cell.lost->trust.reasons();
    }
    if (cell.measurement == nullptr) return json;
    json["label"] = cell.label;
    json["is_base"] = cell.is_base;
    json["seconds"] = formats::json_number(cell.seconds);
    json["samples"] = cell.measurement->seconds;
    json["run_verdict"] = cell.measurement->verdict();
    json.update(judgement_json(cell.judgement));
    json["run_reasons"] = cell.measurement->trust.reasons();
    if (cell.is_base) json["slowdown"] = 1;
    return json;
}

} // namespace

Json judgement_json(const std::optional<Judgement>& judgement) {
    Json json{{"slowdown", nullptr},   {"interval", nullptr}, {"probability", nullptr},
              {"detectable", nullptr}, {"verdict", nullptr},  {"why", ""},
              {"basis", ""},           {"in_turn", nullptr},  {"drift", nullptr}};
    if (!judgement) return json;
    json["slowdown"] = formats::json_number(judgement->slowdown);
    json["interval"] = formats::json_interval(judgement->interval);
    json["probability"] = formats::json_number(judgement->probability);
    json["detectable"] = formats::json_number(judgement->detectable);
    json["verdict"] = finding_text(judgement->finding);
    json["why"] = judgement->reason();
    json["basis"] = judgement->basis;
    json["in_turn"] = judgement->in_turn;
    json["drift"] = formats::json_number(judgement->drift);
    return json;
}

Json comparison_json(const Comparison& comparison) {
    Json json;
    json["schema"] = "loop-comparison/1";
    json["trust"] = comparison.trust ? formats::to_json(comparison.trust->verdict()) : Json(nullptr);
    json["base"] = comparison.candidates[comparison.base].name;
    if (!comparison.part().empty()) json["part"] = comparison.part();
    json["confidence"] = comparison_confidence;
    json["power"] = comparison_power;
    json["least_difference"] = min_difference;
    json["contenders"] = Json::array();
    for (const Candidate& candidate : comparison.candidates)
        json["contenders"].push_back(
            {{"name", candidate.name}, {"machine", candidate.machine}, {"origin", candidate.origin}});
    json["rows"] = Json::array();
    for (const ComparedRow& row : comparison.rows) {
        Json item{{"workload", row.workload}, {"ranks", row.ranks}, {"setting", row.setting}};
        item["cells"] = Json::array();
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            item["cells"].push_back(cell_json(row.cells[i], comparison.candidates[i].name));
        json["rows"].push_back(item);
    }
    json["differences"] = Json::array();
    for (const Difference& difference : comparison.differences)
        json["differences"].push_back({{"what", difference.what}, {"values", difference.values}});
    json["notes"] = comparison.notes;
    return json;
}

std::string comparison_csv(const Comparison& comparison) {
    std::string text = csv_line({"workload", "setting", "ranks", "contender", "base", "launches", "seconds",
                                 "slowdown", "low", "high", "probability", "detectable", "verdict", "why",
                                 "label", "run_verdict", "in_turn", "drift"});
    for (const ComparedRow& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ComparedCell& cell = row.cells[i];
            if (cell.planned() == nullptr) continue;
            const Judgement none;
            const bool judged = cell.judgement.has_value();
            const Judgement& judgement = judged ? *cell.judgement : none;
            text += csv_line({row.workload, row.setting, std::to_string(row.ranks),
                              comparison.candidates[i].name, comparison.candidates[comparison.base].name,
                              std::to_string(cell.planned()->seconds.size()),
                              cell.lost == nullptr ? exact_text(cell.seconds) : "",
                              cell.is_base ? "1" : exact_text(judgement.slowdown),
                              judgement.interval ? exact_text(judgement.interval->first) : "",
                              judgement.interval ? exact_text(judgement.interval->second) : "",
                              exact_text(judgement.probability), exact_text(judgement.detectable),
                              judged ? finding_text(judgement.finding) : "", judgement.reason(), cell.label,
                              cell.planned()->verdict(),
                              !judged             ? ""
                              : judgement.in_turn ? "1"
                                                  : "0",
                              exact_text(judgement.drift)});
        }
    return text;
}

} // namespace loop::report
