#include "base/text/escape.h"
#include "report/document/output_formats.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

class Lines {
public:
    void add(const std::string& section, const std::string& table, const std::string& row,
             const std::string& column, const Value& value) {
        text_ += fmt::format(
            "{},{},{},{},{},{}\n", csv_cell(section), csv_cell(table), csv_cell(row), csv_cell(column),
            value.number ? fmt::format("{}", *value.number) : csv_cell(value.text), csv_cell(value.unit));
    }
    std::string text() && { return std::move(text_); }

private:
    std::string text_ = "section,table,row,column,value,unit\n";
};

void add_table(Lines& lines, const std::string& section, const DataTable& table) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const Value& value = table.rows[row][column];
            if (value.text.empty() || table.is_drawn(column)) continue;
            lines.add(section, table.id, std::to_string(row + 1), table.columns[column], value);
            if (!value.file.empty())
                lines.add(section, table.id, std::to_string(row + 1), "file", {value.file, {}, {}});
        }
}

void add_conclusion(Lines& lines, std::size_t number, const Conclusion& conclusion) {
    const std::string row = std::to_string(number);
    lines.add("conclusions", "", row, "id", {conclusion.id, {}, {}});
    lines.add("conclusions", "", row, "text", {conclusion.text, {}, {}});
    if (conclusion.figure.number) lines.add("conclusions", "", row, "value", conclusion.figure);
    if (!conclusion.section.empty())
        lines.add("conclusions", "", row, "section", {conclusion.section, {}, {}});
    if (conclusion.line > 0)
        lines.add("conclusions", "", row, "line", {std::to_string(conclusion.line), {}, {}});
}

} // namespace

std::string render_csv(const Document& document) {
    if (!document.csv.empty()) return document.csv;
    Lines lines;
    lines.add("sheet", "", "", "title", {document.title, {}, {}});
    lines.add("sheet", "", "", "verdict", {document.verdict_text(), {}, {}});
    for (const std::string& reason : document.reasons)
        lines.add("sheet", "", "", "reason", {reason, {}, {}});
    for (std::size_t i = 0; i < document.conclusions.size(); ++i)
        add_conclusion(lines, i + 1, document.conclusions[i]);
    for (const Section& section : document.sections) {
        for (const Fact& fact : section.facts)
            lines.add(section.id, "", "", fact.label, fact.value);
        for (const DataTable& table : section.tables)
            add_table(lines, section.id, table);
        for (const auto& [line, values] : section.line_values.rows)
            for (std::size_t i = 0; i < values.size(); ++i)
                if (!values[i].text.empty())
                    lines.add(section.id, "lines", std::to_string(line), section.line_values.columns[i],
                              values[i]);
    }
    return std::move(lines).text();
}

} // namespace loop::report
