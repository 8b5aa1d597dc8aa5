#include "report/document/document.h"

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

void Section::add(const std::string& label, const std::string& text) {
    add(label, Value{text.empty() ? "unknown" : text, {}, {}});
}

void Document::judge(const std::optional<formats::Verdict>& judgement) {
    if (!judgement) return;
    verdict = judgement->word;
    reasons = judgement->reasons;
}

std::string Document::verdict_text(const char* otherwise) const {
    return verdict ? formats::verdict_text(*verdict) : otherwise;
}

} // namespace loop::report
