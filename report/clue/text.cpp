#include "report/clue/columns.h"
#include "report/clue/forms.h"
#include "report/table.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

std::vector<std::string> head(const char* first) {
    std::vector<std::string> cells{first};
    for (const ClueQuantity& quantity : clue_quantities())
        cells.emplace_back(quantity.title);
    cells.emplace_back("trials");
    cells.emplace_back("disturbed");
    return cells;
}

Table figures_table(const ClueReport& report, const std::string& variation) {
    Table table(head(variation.c_str()));
    for (const ClueFigure& figure : report.figures) {
        if (figure.variation != variation) continue;
        std::vector<std::string> row{std::to_string(figure.ranks)};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(clue_number(quantity, quantity.of_figure(figure)));
        row.push_back(figure.trials.empty() ? "" : std::to_string(figure.trials.size()));
        row.push_back(figure.disturbed.empty() ? "" : std::to_string(figure.disturbed.size()));
        table.add(row);
    }
    return table;
}

Table averages_table(const ClueReport& report) {
    Table table(head("averages"));
    for (const ClueAverageRow& average : clue_averages(report)) {
        std::vector<std::string> row{average.title()};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(clue_number(quantity, quantity.of_average(average.average)));
        row.resize(row.size() + 2);
        table.add(row);
    }
    return table;
}

std::string observation_lines(const ClueReport& report) {
    const std::vector<ClueObservation> observations = observe(report);
    std::string text;
    const bool weak = !observations.empty() && observations[0].kind == ClueObservation::Kind::Weakness;
    if (!observations.empty() && !weak) text += "nothing that was looked for holds it back\n";
    for (const ClueObservation& item : observations)
        text += fmt::format("{}{}: {} ({})\n", item.kind == ClueObservation::Kind::Weakness ? "! " : "  ",
                            item.about, item.sentence, item.sureness);
    return text;
}

} // namespace

std::string clue_text(const ClueReport& report, const SheetOptions& options) {
    const Style style(options.colour);
    std::string text = fmt::format("CLUE  {}", report.system);
    if (report.grid) text += fmt::format(", {} x {} cells a rank", report.grid->width, report.grid->height);
    if (report.trials > 0) text += ", " + trials_text(report.trials);
    text += "\n";
    if (!report.hardware.empty()) text += report.hardware + "\n";
    for (const std::string& variation : report.variations())
        text += "\n" + figures_table(report, variation).text(style, 14);
    if (!report.figures.empty()) text += "\n" + averages_table(report).text(style, 14);
    for (const ClueMissing& missing : report.missing)
        text += fmt::format("\nno figure of {} on {}: {}\n", missing.variation, ranks_text(missing.ranks),
                            missing.why);
    const std::string observations = observation_lines(report);
    if (!observations.empty()) text += "\n" + observations;
    if (!report.verdict) return text;
    text += "\n" + style.verdict(report.verdict->word) + "\n";
    for (const std::string& reason : report.verdict->reasons)
        text += "  - " + reason + "\n";
    return text;
}

} // namespace loop::report
