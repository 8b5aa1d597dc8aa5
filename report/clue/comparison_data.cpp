#include "base/formats/numbers.h"
#include "base/text/csv.h"
#include "report/clue/columns.h"
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/clue/same_nodes.h"
#include "report/compare/parts.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

using formats::exact_text;

std::optional<double> percent_of(const std::optional<double>& fraction) {
    return fraction ? std::optional(100 * *fraction) : std::nullopt;
}

/// The judgement of a system's trials at a point; nothing if there is none.
std::optional<Judgement> judgement_of(const ClueComparison& comparison, std::size_t system,
                                      const CluePoint& point) {
    const ComparedCell* const cell = comparison.cell(system, point);
    return cell == nullptr ? std::nullopt : cell->judgement;
}

std::vector<std::string> csv_row(const ClueComparison& comparison, std::size_t system, const CluePoint& point,
                                 const ClueFigure& figure) {
    const ClueReport& report = comparison.systems[system];
    const auto judgement = judgement_of(comparison, system, point);
    std::vector<std::string> row{point.variation, std::to_string(point.ranks), report.system,
                                 report.published ? "1" : "0", comparison.systems[comparison.base].system};
    for (const ClueQuantity& quantity : clue_quantities())
        row.push_back(exact_text(quantity.scaled(&figure)));
    row.push_back(exact_text(percent_of(comparison.relative(system, point))));
    row.push_back(report.published ? "" : std::to_string(figure.trials.size()));
    const Judgement known = judgement.value_or(Judgement());
    const auto ends = known.interval;
    row.insert(row.end(),
               {judgement ? exact_text(known.slowdown) : "", ends ? exact_text(ends->first) : "",
                ends ? exact_text(ends->second) : "", exact_text(known.probability),
                exact_text(known.detectable), judgement ? finding_text(known.finding) : "", known.reason(),
                !judgement      ? ""
                : known.in_turn ? "1"
                                : "0"});
    return row;
}

Json cell_json(const ClueComparison& comparison, std::size_t system, const CluePoint& point) {
    const ClueReport& report = comparison.systems[system];
    const ClueFigure* const figure = report.find(point.variation, point.ranks);
    Json json{{"system", report.system}};
    for (const ClueQuantity& quantity : clue_quantities())
        json[quantity.name] = formats::json_number(quantity.scaled(figure));
    json["percent_of_base"] = formats::json_number(percent_of(comparison.relative(system, point)));
    json.update(judgement_json(judgement_of(comparison, system, point)));
    return json;
}

Json system_json(const ClueReport& report, const std::string& origin) {
    Json json = clue_json(report);
    json["machine"] = report.machine;
    json["published"] = report.published;
    json["origin"] = origin;
    json["facts"] = Json::object();
    for (const auto& [name, text] : report.facts)
        json["facts"][name] = text;
    return json;
}

} // namespace

std::string clue_comparison_csv(const ClueComparison& comparison) {
    std::vector<std::string> head{"variation", "ranks", "system", "published", "base"};
    for (const ClueQuantity& quantity : clue_quantities())
        head.emplace_back(quantity.name);
    head.insert(head.end(), {"percent_of_base", "trials", "slowdown", "low", "high", "probability",
                             "detectable", "verdict", "why", "in_turn"});
    std::string text = csv_line(head);
    for (const CluePoint& point : comparison.points())
        for (std::size_t i = 0; i < comparison.systems.size(); ++i)
            if (const auto* figure = comparison.systems[i].find(point.variation, point.ranks))
                text += csv_line(csv_row(comparison, i, point, *figure));
    return text;
}

std::vector<std::string> clue_comparison_notes(const ClueComparison& comparison) {
    if (!comparison.verdicts) return {};
    std::vector<std::string> notes = remarks_of(*comparison.verdicts);
    for (std::string& sentence : untested_same_nodes(comparison))
        notes.push_back(std::move(sentence));
    return notes;
}

Json clue_comparison_json(const ClueComparison& comparison) {
    Json json{{"schema", "loop-clue-comparison/1"},
              {"base", comparison.systems[comparison.base].system},
              {"confidence", comparison_confidence},
              {"verdict", formats::to_json(comparison.verdict)}};
    for (const char* list : {"systems", "rows", "models", "library_or_system"})
        json[list] = Json::array();
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        json["systems"].push_back(system_json(comparison.systems[i], comparison.origins[i]));
    for (const CluePoint& point : comparison.points()) {
        Json row{{"variation", point.variation}, {"ranks", point.ranks}, {"cells", Json::array()}};
        for (std::size_t i = 0; i < comparison.systems.size(); ++i)
            row["cells"].push_back(cell_json(comparison, i, point));
        json["rows"].push_back(row);
    }
    for (const CluePair& pair : comparison.pairs) {
        const ClueAgreement found = agreement(pair);
        json["models"].push_back(
            {{"model", pair.model->system},
             {"published", pair.published->system},
             {"points", found.points},
             {"largest_act_percent", formats::json_number(100 * found.largest_act)},
             {"largest_efficiency_points", formats::json_number(100 * found.largest_efficiency)}});
    }
    for (const ClueSameNodes& pair : same_nodes(comparison))
        json["library_or_system"].push_back({{"system", comparison.systems[pair.system].system},
                                             {"base", comparison.systems[comparison.base].system},
                                             {"differs", pair.differs},
                                             {"sentence", pair.sentence}});
    json["notes"] = clue_comparison_notes(comparison);
    return json;
}

} // namespace loop::report
