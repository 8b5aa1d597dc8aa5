#include "base/text/json.h"

#include "base/text/escape.h"
#include "report/document/output_formats.h"

#include <cmath>

namespace loop::report {

namespace {

Json json_of(const Value& value) {
    if (value.text.empty()) return nullptr;
    Json result{{"text", clean_text(value.text, true)}};
    if (value.number && std::isfinite(*value.number)) result["value"] = *value.number;
    if (!value.unit.empty()) result["unit"] = value.unit;
    if (!value.file.empty()) result["file"] = clean_text(value.file);
    return result;
}

Json json_of(const DataTable& table) {
    Json rows = Json::array(), columns = Json::array();
    for (const std::string& column : table.columns)
        columns.push_back(clean_text(column));
    for (const auto& row : table.rows) {
        Json cells = Json::array();
        for (std::size_t i = 0; i < row.size(); ++i)
            cells.push_back(table.is_drawn(i) ? Json(nullptr) : json_of(row[i]));
        rows.push_back(std::move(cells));
    }
    return {{"id", table.id},
            {"title", clean_text(table.title)},
            {"columns", std::move(columns)},
            {"rows", std::move(rows)},
            {"note", clean_text(table.note, true)}};
}

Json json_of(const LineValues& lines) {
    Json columns = Json::array(), rows = Json::array();
    for (const std::string& column : lines.columns)
        columns.push_back(clean_text(column));
    for (const auto& [line, values] : lines.rows) {
        Json cells = Json::array();
        for (const Value& value : values)
            cells.push_back(json_of(value));
        rows.push_back({{"line", line}, {"values", std::move(cells)}});
    }
    return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json json_of(const Section& section) {
    Json facts = Json::array(), tables = Json::array(), paragraphs = Json::array();
    for (const Fact& fact : section.facts) {
        Json one{{"label", clean_text(fact.label)}};
        if (!fact.value.text.empty()) one.update(json_of(fact.value));
        facts.push_back(std::move(one));
    }
    for (const DataTable& table : section.tables)
        if (!table.rows.empty()) tables.push_back(json_of(table));
    for (const std::string& paragraph : section.paragraphs)
        paragraphs.push_back(clean_text(paragraph));
    Json result{{"id", section.id},
                {"title", clean_text(section.title)},
                {"paragraphs", paragraphs},
                {"facts", facts},
                {"tables", tables}};
    if (!section.items.empty()) {
        result["items"] = Json::array();
        for (const std::string& item : section.items)
            result["items"].push_back(clean_text(item));
    }
    if (!section.listing.empty()) result["listing"] = clean_text(section.listing, true);
    if (!section.line_values.rows.empty()) result["lines"] = json_of(section.line_values);
    return result;
}

Json json_of(const Conclusion& conclusion) {
    Json result{{"id", conclusion.id}, {"text", clean_text(conclusion.text)}};
    const std::optional<double>& number = conclusion.figure.number;
    if (number && std::isfinite(*number)) {
        result["value"] = *number;
        result["unit"] = clean_text(conclusion.figure.unit);
    }
    if (!conclusion.section.empty()) result["section"] = conclusion.section;
    if (conclusion.line > 0) result["line"] = conclusion.line;
    return result;
}

} // namespace

std::string render_json(const Document& document) {
    if (!document.data.is_null()) return document.data.dump(2) + "\n";
    Json sections = Json::array(), reasons = Json::array(), conclusions = Json::array();
    for (const std::string& reason : document.reasons)
        reasons.push_back(clean_text(reason));
    for (const Conclusion& conclusion : document.conclusions)
        conclusions.push_back(json_of(conclusion));
    for (const Section& section : document.sections)
        sections.push_back(json_of(section));
    const Json sheet{{"schema", "loop-sheet/1"},
                     {"title", clean_text(document.title)},
                     {"subtitle", clean_text(document.subtitle)},
                     {"verdict", {{"word", document.verdict_text()}, {"reasons", reasons}}},
                     {"conclusions", conclusions},
                     {"sections", sections}};
    return sheet.dump(1) + "\n";
}

} // namespace loop::report
