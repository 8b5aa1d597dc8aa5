#include "report/compare/document.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/compare/conclusions.h"
#include "report/compare/parts.h"
#include "report/document/values.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

/// The paper calls this unit "paragon seconds".
std::string slowdown_title(const Comparison& comparison) {
    return "time relative to " + comparison.candidates[comparison.base].name;
}

/// The time as the paper prints it; short times have their unit. Marked if the run is INVALID.
Value time_value(const ComparedCell& cell) {
    if (cell.lost != nullptr) return {cell.lost->trust.is_invalid() ? "INVALID" : "not measured", {}, {}};
    if (cell.measurement == nullptr) return {};
    return {seconds_text(cell.seconds) + (cell.measurement->trust.is_invalid() ? " INVALID" : ""),
            cell.seconds, "s"};
}

/// Joins one text per candidate: "10/-/10", "VALID/-/INVALID".
template <class Text>
std::string of_each(const ComparedRow& row, const Text& text) {
    std::vector<std::string> texts;
    for (const ComparedCell& cell : row.cells)
        texts.push_back(cell.planned() == nullptr ? "-" : text(*cell.planned()));
    return joined(texts, "/");
}

Section times_section(const Comparison& comparison) {
    const std::string times = comparison.part().empty() ? "Times" : "Times of " + comparison.part();
    Section section{"times", times + ", from communication bound to computation bound workloads"};
    DataTable table{"times", "", head_of(comparison, "time, median"), {}};
    table.columns.insert(table.columns.end(), {"launches", "verdicts"});
    table.compact = table.columns.size() - 1;
    for (const ComparedRow& row : comparison.rows) {
        std::vector<Value> cells{{row.label, {}, {}}};
        for (const ComparedCell& cell : row.cells)
            cells.push_back(time_value(cell));
        cells.push_back(
            {of_each(row, [](const Measurement& one) { return std::to_string(one.seconds.size()); }),
             {},
             {}});
        cells.push_back(
            {of_each(row,
                     [](const Measurement& one) { return one.is_published ? "published" : one.verdict(); }),
             {},
             {}});
        table.rows.push_back(std::move(cells));
    }
    section.tables.push_back(std::move(table));
    return section;
}

/// Slowdowns and verdicts, one column each per candidate.
DataTable slowdown_table(const Comparison& comparison) {
    DataTable table{"slowdowns", "", {slowdown_title(comparison)}, {}};
    for (std::size_t i = 0; i < comparison.candidates.size(); ++i) {
        if (i == comparison.base) continue;
        const std::string& name = comparison.candidates[i].name;
        const std::string of = comparison.candidates.size() > 2 ? name + ", " : "";
        table.columns.insert(table.columns.end(), {name, of + "verdict"});
    }
    for (const ComparedRow& row : comparison.rows) {
        std::vector<Value> cells{{row.label, {}, {}}};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == comparison.base) continue;
            cells.push_back({slowdown_text(row.cells[i]), {}, {}});
            if (const auto& judgement = row.cells[i].judgement) cells.back().number = judgement->slowdown;
            cells.push_back(verdict_value(row.cells[i]));
        }
        table.rows.push_back(std::move(cells));
    }
    table.note = fmt::format("in parentheses: {:g} % interval, from all ratios of launches; for published "
                             "times, from their printed digits",
                             100 * comparison_confidence);
    if (const std::string line = detectable_line(comparison); !line.empty()) table.note += "\n" + line;
    return table;
}

Section slowdowns_section(const Comparison& comparison) {
    Section section{"slowdowns", "Slowdowns"};
    section.tables.push_back(slowdown_table(comparison));
    section.items = remarks_of(comparison);
    return section;
}

} // namespace

Document comparison_document(const Comparison& comparison) {
    Document document;
    const std::string& part = comparison.part();
    const std::string title = part.empty() ? "Comparison: " : "Comparison of " + part + ": ";
    for (const Candidate& candidate : comparison.candidates)
        document.title += (document.title.empty() ? title : ", ") + candidate.name;
    document.kind = "LOOP comparison";
    if (comparison.trust) document.judge(comparison.trust->verdict());
    document.data = comparison_json(comparison);
    document.csv = comparison_csv(comparison);
    document.conclusions = comparison_conclusions(comparison);
    document.sections = {times_section(comparison), slowdowns_section(comparison),
                         evidence_section(comparison), differences_section(comparison)};
    // A terminal cannot draw the intervals.
    document.compact = {document.sections[0], document.sections[1], document.sections[3]};
    document.sections.push_back({"origins", "What was compared"});
    for (const Candidate& candidate : comparison.candidates)
        document.sections.back().items.push_back(
            fmt::format("{}: machine {}, from {}", candidate.name, candidate.machine, candidate.origin));
    document.sections.back().is_detail = true;
    return document;
}

} // namespace loop::report
