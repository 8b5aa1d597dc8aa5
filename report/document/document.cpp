#include "report/document/document.h"

#include "base/text/clean.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

bool DataTable::is_shown(std::size_t column) const {
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return !row[column].text.empty(); });
}

bool DataTable::is_drawn(std::size_t column) const {
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return !row[column].svg.empty(); });
}

void DataTable::add(const std::vector<std::string>& texts) {
    rows.emplace_back();
    for (const std::string& text : texts)
        rows.back().push_back({text, {}, {}});
    rows.back().resize(columns.size());
}

bool Section::is_empty() const {
    return paragraphs.empty() && facts.empty() && listing.empty() && pictures.empty() && items.empty() &&
           !interactive && std::all_of(tables.begin(), tables.end(), [](const DataTable& table) {
               return table.rows.empty();
           });
}

std::string Section::listing_text() const {
    if (line_values.rows.empty()) return listing;
    std::vector<std::size_t> widths;
    for (const std::string& column : line_values.columns)
        widths.push_back(column.size());
    for (const auto& [line, values] : line_values.rows)
        for (std::size_t i = 0; i < values.size(); ++i)
            widths[i] = std::max(widths[i], display_width(values[i].text));
    const auto row = [&](const std::string& line, const auto& cell) {
        std::string text = fmt::format("{:>5}", line);
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += fmt::format("  {:>{}}", cell(i), widths[i]);
        return text;
    };
    std::string text = row("line", [&](std::size_t i) { return line_values.columns[i]; }) + "\n";
    int number = 0;
    for (const std::string_view line : lines_of(listing)) {
        const auto values = line_values.rows.find(++number);
        const auto cell = [&](std::size_t i) {
            return values == line_values.rows.end() ? std::string() : values->second[i].text;
        };
        text += row(std::to_string(number), cell) + "  " + std::string(line) + "\n";
    }
    return text;
}

void Section::add(const std::string& label, const std::string& text) {
    add(label, Value{text.empty() ? "unknown" : text, {}, {}});
}

void Document::judge(const std::optional<formats::Verdict>& judgement) {
    if (!judgement) return;
    verdict = judgement->word;
    reasons = judgement->reasons;
}

std::string Document::place_of(const Conclusion& conclusion) const {
    for (const Section& section : sections)
        if (!section.id.empty() && section.id == conclusion.section) return section.title;
    return {};
}

int Document::source_lines() const {
    for (const Section& section : sections)
        if (section.is_source) return static_cast<int>(lines_of(section.listing).size());
    return 0;
}

std::string Document::verdict_text(const char* otherwise) const {
    return verdict ? formats::verdict_text(*verdict) : otherwise;
}

} // namespace loop::report
