#include "report/sheet/escape.h"
#include "report/sheet/forms.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace loop::report {

namespace {

using nlohmann::ordered_json;

ordered_json json_of(const Value& value) {
    if (value.text.empty()) return nullptr;
    ordered_json result{{"text", clean_text(value.text, true)}};
    if (value.number && std::isfinite(*value.number)) result["value"] = *value.number;
    if (!value.unit.empty()) result["unit"] = value.unit;
    return result;
}

ordered_json json_of(const DataTable& table) {
    ordered_json rows = ordered_json::array();
    for (const auto& row : table.rows) {
        ordered_json cells = ordered_json::array();
        for (const Value& value : row)
            cells.push_back(json_of(value));
        rows.push_back(std::move(cells));
    }
    return {{"id", table.id},
            {"title", table.title},
            {"columns", table.columns},
            {"rows", std::move(rows)},
            {"note", table.note}};
}

ordered_json json_of(const Section& section) {
    ordered_json facts = ordered_json::array(), tables = ordered_json::array(),
                 paragraphs = ordered_json::array();
    for (const Fact& fact : section.facts) {
        ordered_json one{{"label", clean_text(fact.label)}};
        one.update(json_of(fact.value));
        facts.push_back(std::move(one));
    }
    for (const DataTable& table : section.tables)
        if (!table.rows.empty()) tables.push_back(json_of(table));
    for (const std::string& paragraph : section.paragraphs)
        paragraphs.push_back(clean_text(paragraph));
    ordered_json result{{"id", section.id},
                        {"title", section.title},
                        {"paragraphs", paragraphs},
                        {"facts", facts},
                        {"tables", tables}};
    if (!section.listing.empty()) result["listing"] = clean_text(section.listing, true);
    return result;
}

} // namespace

std::string json_sheet(const Document& document) {
    ordered_json sections = ordered_json::array(), reasons = ordered_json::array();
    for (const std::string& reason : document.reasons)
        reasons.push_back(clean_text(reason));
    for (const Section& section : document.sections)
        sections.push_back(json_of(section));
    const ordered_json sheet{{"schema", "loop-sheet/1"},
                             {"title", clean_text(document.title)},
                             {"subtitle", clean_text(document.subtitle)},
                             {"verdict",
                              {{"word", document.verdict.empty() ? "unknown" : clean_text(document.verdict)},
                               {"reasons", reasons}}},
                             {"sections", sections}};
    return sheet.dump(1) + "\n";
}

} // namespace loop::report
