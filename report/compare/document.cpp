#include "report/compare/document.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/compare/slowdown_axis.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

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

/// Returns one line per candidate except the base: "b against a: slower 2, faster 1, undecided 7".
std::vector<std::string> outcome_lines(const Comparison& comparison) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < comparison.candidates.size(); ++i) {
        if (i == comparison.base) continue;
        std::map<Finding, int> findings;
        for (const ComparedRow& row : comparison.rows)
            if (row.cells[i].judgement) ++findings[row.cells[i].judgement->finding];
        lines.push_back(fmt::format("{} against {}: slower {}, faster {}, undecided {}",
                                    comparison.candidates[i].name,
                                    comparison.candidates[comparison.base].name, findings[Finding::Slower],
                                    findings[Finding::Faster], findings[Finding::Undecided]));
    }
    return lines;
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

/// Slowdowns and verdicts; on a page also their picture, the probability, and the smallest detectable
/// slowdown.
DataTable slowdown_table(const Comparison& comparison) {
    const SlowdownAxis axis(comparison);
    DataTable table{"slowdowns", "", {slowdown_title(comparison)}, {}};
    std::vector<std::string> details;
    for (std::size_t i = 0; i < comparison.candidates.size(); ++i) {
        if (i == comparison.base) continue;
        const std::string& name = comparison.candidates[i].name;
        const std::string of = comparison.candidates.size() > 2 ? name + ", " : "";
        table.columns.insert(table.columns.end(), {name, of + "verdict"});
        details.insert(details.end(), {of + axis.extent(), of + "p", of + "detectable"});
    }
    table.compact = table.columns.size();
    table.columns.insert(table.columns.end(), details.begin(), details.end());
    for (const ComparedRow& row : comparison.rows) {
        std::vector<Value> cells{{row.label, {}, {}}}, more;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == comparison.base) continue;
            const auto& judgement = row.cells[i].judgement;
            cells.push_back({slowdown_text(row.cells[i]), {}, {}});
            cells.push_back(verdict_value(row.cells[i]));
            for (int k = 0; k < 3; ++k)
                more.emplace_back();
            if (!judgement) continue;
            cells[cells.size() - 2].number = judgement->slowdown;
            Value* const detail = &more[more.size() - 3];
            detail[0] = {slowdown_number(judgement->slowdown),
                         judgement->slowdown,
                         {},
                         Mark::None,
                         axis.strip(*judgement)};
            if (judgement->probability)
                detail[1] = {fmt::format("{:.2g}", *judgement->probability), *judgement->probability, {}};
            if (judgement->detectable) detail[2] = {slowdown_size(*judgement->detectable), {}, {}};
        }
        cells.insert(cells.end(), more.begin(), more.end());
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
    section.items = outcome_lines(comparison);
    for (const std::string& line : undecided_lines(comparison))
        section.items.push_back(line);
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

std::vector<std::string> undecided_lines(const Comparison& comparison) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    std::size_t judged = 0;
    for (const ComparedRow& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& judgement = row.cells[i].judgement;
            if (!judgement) continue;
            ++judged;
            if (judgement->finding != Finding::Undecided) continue;
            const auto same = [&](const auto& item) { return item.first == judgement->why; };
            auto found = std::find_if(reasons.begin(), reasons.end(), same);
            if (found == reasons.end()) found = reasons.insert(found, {judgement->why, {}});
            const std::string where =
                comparison.candidates.size() > 2 ? " on " + comparison.candidates[i].name : "";
            found->second.push_back(row.label + where);
        }
    std::vector<std::string> lines;
    for (const auto& [why, cells] : reasons)
        lines.push_back(fmt::format("undecided ({}): {}", why,
                                    cells.size() == judged ? "everywhere" : some_of(cells, 6)));
    return lines;
}

Document comparison_document(const Comparison& comparison) {
    Document document;
    for (const Candidate& candidate : comparison.candidates)
        document.title += (document.title.empty() ? "Comparison: " : ", ") + candidate.name;
    document.kind = "LOOP comparison";
    if (comparison.trust) document.judge(comparison.trust->verdict());
    document.data = comparison_json(comparison);
    document.csv = comparison_csv(comparison);
    document.sections = {times_section(comparison), slowdowns_section(comparison),
                         differences_section(comparison)};
    document.sections.push_back({"origins", "What was compared"});
    for (const Candidate& candidate : comparison.candidates)
        document.sections.back().items.push_back(
            fmt::format("{}: machine {}, from {}", candidate.name, candidate.machine, candidate.origin));
    document.sections.back().is_detail = true;
    return document;
}

} // namespace loop::report
