#include "report/compare/document.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/compare/conclusions.h"
#include "report/compare/slowdown_axis.h"
#include "report/compare/undecided.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

std::vector<std::string> head(const Comparison& comparison, const std::string& first) {
    std::vector<std::string> names{first};
    for (const Candidate& candidate : comparison.candidates)
        names.push_back(candidate.name);
    return names;
}

/// A ratio with its significant digits: "12.143", "391".
std::string slowdown_number(double slowdown) {
    return fmt::format(slowdown >= 99.95 ? "{:.0f}" : "{:.3f}", slowdown);
}

/// Uses the base's seconds as the unit, as in the paper's "paragon seconds".
std::string slowdown_title(const Comparison& comparison) {
    return "slowdown, in " + comparison.candidates[comparison.base].name + " seconds";
}

/// "12.143 (11.901 to 12.398)", "3.030", or empty.
std::string slowdown_text(const ComparedCell& cell) {
    if (cell.is_base && cell.measurement != nullptr) return "1";
    if (!cell.judgement) return "";
    std::string text = slowdown_number(cell.judgement->slowdown);
    if (const auto& interval = cell.judgement->interval)
        text +=
            fmt::format(" ({} to {})", slowdown_number(interval->first), slowdown_number(interval->second));
    return text;
}

/// Returns "" if no detectable slowdown is known.
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

/// The time as the paper prints it; short times have their unit. Marked if the run is INVALID.
Value time_value(const ComparedCell& cell) {
    if (cell.measurement == nullptr) return {};
    return {seconds_text(cell.seconds) + (cell.measurement->trust.is_invalid() ? " INVALID" : ""),
            cell.seconds, "s"};
}

/// Joins one text per candidate: "10/-/10", "VALID/-/INVALID".
template <class Text>
std::string of_each(const ComparedRow& row, const Text& text) {
    std::vector<std::string> texts;
    for (const ComparedCell& cell : row.cells)
        texts.push_back(cell.measurement == nullptr ? "-" : text(*cell.measurement));
    return joined(texts, "/");
}

Section times_section(const Comparison& comparison) {
    Section section{"times", "Times, from communication bound to computation bound workloads"};
    DataTable table{"times", "", head(comparison, "time, median"), {}};
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

/// The verdict, or INVALID if a measurement is INVALID and was not judged. Undecided is never colored.
Value verdict_value(const ComparedCell& cell) {
    if (cell.is_refused) return {formats::verdict_text(formats::Verdict::Word::Invalid), {}, {}};
    if (!cell.judgement) return {};
    Mark mark = Mark::None;
    if (cell.judgement->finding == Finding::Faster) mark = Mark::Better;
    if (cell.judgement->finding == Finding::Slower) mark = Mark::Worse;
    return {verdict_text(*cell.judgement), {}, {}, mark};
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

std::vector<Value> evidence_row(const std::string& label, const std::string& candidate,
                                const Judgement& judgement, const SlowdownAxis& axis) {
    const double slowdown = judgement.slowdown;
    return {text_value(label),
            text_value(candidate),
            {slowdown_number(slowdown), slowdown, {}, Mark::None, axis.strip(judgement)},
            judgement.probability
                ? Value{fmt::format("{:.2g}", *judgement.probability), *judgement.probability, {}}
                : nothing(),
            judgement.detectable ? Value{slowdown_size(*judgement.detectable), {}, {}} : nothing()};
}

/// What the verdicts rest on, one row per slowdown, so that the table has the same few columns for any number
/// of candidates.
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

Section slowdowns_section(const Comparison& comparison) {
    Section section{"slowdowns", "Slowdowns"};
    section.tables.push_back(slowdown_table(comparison));
    section.items = undecided_lines(comparison);
    for (const std::string& note : comparison.notes)
        section.items.push_back("note: " + note);
    return section;
}

Section differences_section(const Comparison& comparison) {
    Section section{"differences", "Differences in settings and environments"};
    if (comparison.differences.empty()) {
        section.paragraphs = {"None were recorded. Times are compared above."};
        return section;
    }
    DataTable table{"differences", "", head(comparison, "what"), {}};
    for (const Difference& difference : comparison.differences) {
        std::vector<std::string> cells{difference.what};
        cells.insert(cells.end(), difference.values.begin(), difference.values.end());
        table.add(cells);
    }
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace

Document comparison_document(const Comparison& comparison) {
    Document document;
    for (const Candidate& candidate : comparison.candidates)
        document.title += (document.title.empty() ? "Comparison: " : ", ") + candidate.name;
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
