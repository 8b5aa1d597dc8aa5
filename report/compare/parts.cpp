#include "report/compare/parts.h"

#include "report/compare/slowdown_axis.h"
#include "report/compare/undecided.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

std::vector<Value> evidence_row(const std::string& label, const std::string& candidate,
                                const Judgement& judgement, const SlowdownAxis& axis) {
    const auto& slowdown = judgement.slowdown;
    return {text_value(label), text_value(candidate),
            slowdown ? Value{ratio_text(*slowdown), *slowdown, {}, Mark::None, axis.strip(judgement)}
                     : nothing(),
            judgement.probability
                ? Value{fmt::format("{:.2g}", *judgement.probability), *judgement.probability, {}}
                : nothing(),
            judgement.detectable ? Value{slowdown_size(*judgement.detectable), {}, {}} : nothing()};
}

} // namespace

std::vector<std::string> head_of(const Comparison& comparison, const std::string& first) {
    std::vector<std::string> names{first};
    for (const Candidate& candidate : comparison.candidates)
        names.push_back(candidate.name);
    return names;
}

std::string slowdown_text(const ComparedCell& cell) {
    if (cell.is_base && cell.measurement != nullptr) return "1";
    if (!cell.judgement || !cell.judgement->slowdown) return "";
    std::string text = ratio_text(*cell.judgement->slowdown);
    if (const auto& interval = cell.judgement->interval)
        text += fmt::format(" ({} to {})", ratio_text(interval->first), ratio_text(interval->second));
    return text;
}

std::string detectable_line(const Comparison& comparison) {
    std::vector<double> found;
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells)
            if (cell.judgement && cell.judgement->detectable) found.push_back(*cell.judgement->detectable);
    if (found.empty()) return "";
    const auto [least, most] = std::minmax_element(found.begin(), found.end());
    const std::string range = found.size() == 1
                                  ? slowdown_size(*least)
                                  : slowdown_size(*least) + " to " + slowdown_size(*most) + ", by row";
    return fmt::format("the smallest slowdown that {:.0f} of 10 such comparisons would have detected: {}",
                       10 * comparison_power, range);
}

Value verdict_value(const ComparedCell& cell) {
    if (cell.is_refused) return {formats::verdict_text(formats::Verdict::Word::Invalid), {}, {}};
    if (!cell.judgement) return {};
    Mark mark = Mark::None;
    if (cell.judgement->finding == Finding::Faster) mark = Mark::Better;
    if (cell.judgement->finding == Finding::Slower) mark = Mark::Worse;
    return {verdict_text(*cell.judgement), {}, {}, mark};
}

Section evidence_section(const Comparison& comparison) {
    const SlowdownAxis axis(comparison);
    Section section{"evidence", "Intervals, and what would have been detected"};
    DataTable table{"evidence",
                    "",
                    {"workload", "compared", "slowdown, on a scale from " + axis.extent(), "p", "detectable"},
                    {}};
    for (const ComparedRow& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (const auto& judgement = row.cells[i].judgement)
                table.rows.push_back(
                    evidence_row(row.label, comparison.candidates[i].name, *judgement, axis));
    if (!detectable_line(comparison).empty())
        table.note =
            fmt::format("p: of the rank-sum test. Detectable: the smallest slowdown that {:.0f} of 10 such "
                        "comparisons would have detected",
                        10 * comparison_power);
    section.tables.push_back(std::move(table));
    return section;
}

Section differences_section(const Comparison& comparison) {
    Section section{"differences", "Differences in settings and environments"};
    if (comparison.differences.empty()) {
        section.paragraphs = {"None were recorded. Times are compared above."};
        return section;
    }
    DataTable table{"differences", "", head_of(comparison, "what"), {}};
    for (const Difference& difference : comparison.differences) {
        std::vector<std::string> cells{difference.what};
        cells.insert(cells.end(), difference.values.begin(), difference.values.end());
        table.add(cells);
    }
    section.tables.push_back(std::move(table));
    return section;
}

std::vector<std::string> remarks_of(const Comparison& comparison) {
    std::vector<std::string> items = undecided_lines(comparison);
    for (const std::string& note : comparison.notes)
        items.push_back("note: " + note);
    return items;
}

} // namespace loop::report
