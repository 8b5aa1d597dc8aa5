#include "report/page/page.h"

#include "report/clue/columns.h"
#include "report/clue/forms.h"
#include "report/sweep/sheet.h"
#include "base/text/shell.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

PageCell plain(const std::string& text) {
    return {text, "", "", ""};
}

std::vector<std::string> page_head(const char* first) {
    std::vector<std::string> cells{first};
    for (const ClueQuantity& quantity : clue_quantities())
        cells.emplace_back(quantity.title);
    return cells;
}

void add_observations(Page& page, const ClueReport& report) {
    const std::vector<ClueObservation> observations = observe(report);
    page.heading("What holds it back");
    std::vector<std::string> weaknesses, remarks;
    for (const ClueObservation& item : observations)
        (item.kind == ClueObservation::Kind::Weakness ? weaknesses : remarks)
            .push_back(fmt::format("{}: {} ({})", item.about, item.sentence, item.sureness));
    if (weaknesses.empty()) page.paragraph("Nothing of what was looked for.");
    if (!weaknesses.empty()) page.list(weaknesses);
    if (!remarks.empty()) page.heading("What does not");
    if (!remarks.empty()) page.list(remarks);
}

void add_figures(Page& page, const ClueReport& report) {
    for (const std::string& variation : report.variations()) {
        std::vector<std::vector<PageCell>> rows;
        for (const ClueFigure& figure : report.figures) {
            if (figure.variation != variation) continue;
            std::vector<PageCell> row{plain(std::to_string(figure.ranks))};
            for (const ClueQuantity& quantity : clue_quantities())
                row.push_back(plain(clue_number(quantity, quantity.of_figure(figure))));
            rows.push_back(row);
        }
        const std::string words = variation_text(variation);
        page.table(variation + (words.empty() ? "" : ": " + words), page_head("ranks"), rows);
    }
}

void add_averages(Page& page, const ClueReport& report) {
    std::vector<std::vector<PageCell>> rows;
    for (const ClueAverageRow& average : clue_averages(report)) {
        std::vector<PageCell> row{plain(average.title())};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(plain(clue_number(quantity, quantity.of_average(average.average))));
        rows.push_back(row);
    }
    page.table("Averages by number of ranks, by variation, and of the whole system", page_head("of"), rows);
}

} // namespace

std::string clue_page(const ClueReport& report, const Sweep& sweep, const std::vector<DrawnPlot>& plots) {
    Page page("CLUE: " + report.system);
    if (report.verdict) page.verdict(report.verdict->word, report.verdict->reasons);
    page.paragraph(report.hardware);
    if (report.grid)
        page.paragraph(fmt::format("{} x {} cells a rank, {}, begun {}", report.grid->width,
                                   report.grid->height, trials_text(report.trials), report.started));
    add_observations(page, report);
    page.heading("Results");
    add_figures(page, report);
    add_averages(page, report);
    for (const DrawnPlot& drawn : plots)
        if (!drawn.svg.empty()) page.picture(drawn.svg, drawn.plot.title);
    std::vector<std::string> missing;
    for (const ClueMissing& item : report.missing)
        missing.push_back(fmt::format("{} on {}: {}", item.variation, ranks_text(item.ranks), item.why));
    if (!missing.empty()) page.heading("Not measured");
    if (!missing.empty()) page.list(missing);
    page.heading("How it was measured");
    page.list(method_lines(sweep));
    page.heading("To repeat it");
    page.paragraph(shell_words(sweep.command));
    return page.text();
}

} // namespace loop::report
