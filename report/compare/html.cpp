#include "report/compare/forms.h"
#include "report/page/page.h"
#include "report/units.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

using Rows = std::vector<std::vector<PageCell>>;

std::vector<std::string> head(const Comparison& comparison, const std::string& first) {
    std::vector<std::string> names{first};
    for (const Contender& contender : comparison.contenders)
        names.push_back(contender.name);
    return names;
}

void add_times(Page& page, const Comparison& comparison) {
    Rows rows;
    for (const ComparedRow& row : comparison.rows) {
        rows.push_back({{row.label, ""}});
        for (const ComparedCell& cell : row.cells)
            rows.back().push_back({cell.measurement == nullptr ? "" : seconds_text(cell.seconds), ""});
    }
    page.table("Time, median over launches; from communication bound to computation bound workloads",
               head(comparison, "workload"), rows);
}

/// A tie is never coloured.
std::string kind_of(const Judgement& judgement) {
    if (judgement.finding == Finding::Undecided) return "";
    return judgement.finding == Finding::Faster ? "better" : "worse";
}

void add_slowdowns(Page& page, const Comparison& comparison) {
    std::vector<std::string> names{"workload"};
    for (std::size_t i = 0; i < comparison.contenders.size(); ++i)
        if (i != comparison.base)
            names.insert(names.end(), {comparison.contenders[i].name, "verdict", "p", "would have found"});
    Rows rows;
    for (const ComparedRow& row : comparison.rows) {
        rows.push_back({{row.label, ""}});
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == comparison.base) continue;
            std::vector<PageCell> cells(4);
            cells[0].text = slowdown_text(row.cells[i]);
            if (const auto& judgement = row.cells[i].judgement) {
                cells[1] = {finding_text(judgement->finding), kind_of(*judgement)};
                if (judgement->probability) cells[2].text = fmt::format("{:.2g}", *judgement->probability);
                if (judgement->detectable)
                    cells[3].text = fmt::format("{:.1f} %", 100 * (*judgement->detectable - 1));
            }
            rows.back().insert(rows.back().end(), cells.begin(), cells.end());
        }
    }
    page.table(fmt::format("{}, with {:g} % interval and verdict", slowdown_title(comparison),
                           100 * comparison_confidence),
               names, rows);
}

void add_environment(Page& page, const Comparison& comparison) {
    page.heading("Where the environments differ");
    if (comparison.differences.empty()) {
        page.paragraph("Nowhere, as far as it was recorded.");
        return;
    }
    Rows rows;
    for (const EnvironmentDifference& difference : comparison.differences) {
        rows.push_back({{difference.what, ""}});
        for (const std::string& value : difference.values)
            rows.back().push_back({value, ""});
    }
    page.table("", head(comparison, "what"), rows);
}

} // namespace

std::string comparison_html(const Comparison& comparison) {
    std::string title;
    for (const Contender& contender : comparison.contenders)
        title += (title.empty() ? "" : ", ") + contender.name;
    Page page("Comparison: " + title);
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
