#include "report/compare/forms.h"
#include "report/compare/slowdown_axis.h"
#include "report/page/page.h"
#include "report/units.h"
#include "base/text/counted.h"

#include <fmt/core.h>

#include <map>

namespace loop::report {

namespace {

using Rows = std::vector<std::vector<PageCell>>;

PageCell plain(const std::string& text) {
    return {text, "", "", ""};
}

std::vector<std::string> head(const Comparison& comparison, const std::string& first) {
    std::vector<std::string> names{first};
    for (const Contender& contender : comparison.contenders)
        names.push_back(contender.name);
    return names;
}

/// "b against a: slower 2, faster 1, undecided 7", a line for each but the base.
std::vector<std::string> outcome_lines(const Comparison& comparison) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
        if (i == comparison.base) continue;
        std::map<Finding, int> findings;
        for (const ComparedRow& row : comparison.rows)
            if (row.cells[i].judgement) ++findings[row.cells[i].judgement->finding];
        lines.push_back(fmt::format("{} against {}: slower {}, faster {}, undecided {}",
                                    comparison.contenders[i].name,
                                    comparison.contenders[comparison.base].name, findings[Finding::Slower],
                                    findings[Finding::Faster], findings[Finding::Undecided]));
    }
    return lines;
}

void add_times(Page& page, const Comparison& comparison) {
    Rows rows;
    for (const ComparedRow& row : comparison.rows) {
        rows.push_back({plain(row.label)});
        for (const ComparedCell& cell : row.cells) {
            rows.back().push_back(plain(cell.measurement == nullptr ? "" : seconds_text(cell.seconds)));
            if (cell.measurement == nullptr || cell.measurement->is_published()) continue;
            const auto launches = static_cast<long long>(cell.measurement->seconds.size());
            rows.back().back().note = counted(launches, "launch");
            if (cell.measurement->trust.is_doubtful())
                rows.back().back().note += ", " + cell.measurement->trust.word();
        }
    }
    page.table("Time, median over launches; from communication bound to computation bound workloads",
               head(comparison, "workload"), rows);
}

/// A tie is never coloured.
std::string kind_of(const Judgement& judgement) {
    if (judgement.finding == Finding::Undecided) return "";
    return judgement.finding == Finding::Faster ? "better" : "worse";
}

/// Quotient, picture, verdict, probability, what would have been found.
std::vector<PageCell> slowdown_cells(const ComparedCell& cell, const SlowdownAxis& axis) {
    std::vector<PageCell> cells(5);
    if (cell.is_refused) cells[2] = plain("INVALID");
    if (!cell.judgement) return cells;
    const Judgement& judgement = *cell.judgement;
    cells[0] = plain(slowdown_number(judgement.slowdown));
    if (judgement.interval)
        cells[0].note =
            slowdown_number(judgement.interval->first) + " to " + slowdown_number(judgement.interval->second);
    cells[1].svg = axis.strip(judgement);
    cells[2] = {finding_text(judgement.finding), kind_of(judgement),
                judgement.in_turn ? "" : "not measured in turn", ""};
    if (judgement.probability) cells[3] = plain(fmt::format("{:.2g}", *judgement.probability));
    if (judgement.detectable) cells[4] = plain(slowdown_size(*judgement.detectable));
    return cells;
}

void add_slowdowns(Page& page, const Comparison& comparison) {
    const SlowdownAxis axis(comparison);
    std::vector<std::string> names{"workload"};
    for (std::size_t i = 0; i < comparison.contenders.size(); ++i)
        if (i != comparison.base)
            names.insert(names.end(),
                         {comparison.contenders[i].name, axis.extent(), "verdict", "p", "would have found"});
    Rows rows;
    for (const ComparedRow& row : comparison.rows) {
        rows.push_back({plain(row.label)});
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == comparison.base) continue;
            const std::vector<PageCell> cells = slowdown_cells(row.cells[i], axis);
            rows.back().insert(rows.back().end(), cells.begin(), cells.end());
        }
    }
    page.table(fmt::format("{}, with {:g} % interval and verdict", slowdown_title(comparison),
                           100 * comparison_confidence),
               names, rows);
}

void add_environment(Page& page, const Comparison& comparison) {
    page.heading("Where what was run and the environments differ");
    if (comparison.differences.empty()) {
        page.paragraph("Nowhere, as far as it was recorded. Times are compared above.");
        return;
    }
    Rows rows;
    for (const Difference& difference : comparison.differences) {
        rows.push_back({plain(difference.what)});
        for (const std::string& value : difference.values)
            rows.back().push_back(plain(value));
    }
    page.table("", head(comparison, "what"), rows);
}

} // namespace

std::string comparison_html(const Comparison& comparison) {
    std::string title;
    for (const Contender& contender : comparison.contenders)
        title += (title.empty() ? "" : ", ") + contender.name;
    Page page("Comparison: " + title);
    if (comparison.trust) page.verdict(comparison.trust->word(), comparison.trust->reasons());
    page.list(outcome_lines(comparison));
    add_times(page, comparison);
    add_slowdowns(page, comparison);
    if (const std::string line = detectable_line(comparison); !line.empty())
        page.paragraph("By row, " + line + ".");
    page.list(undecided_lines(comparison));
    page.list(comparison.notes);
    add_environment(page, comparison);
    page.heading("What was compared");
    std::vector<std::string> origins;
    for (const Contender& contender : comparison.contenders)
        origins.push_back(
            fmt::format("{}: machine {}, from {}", contender.name, contender.machine, contender.origin));
    page.list(origins);
    return page.text();
}

} // namespace loop::report
