#include "report/clue/document.h"

#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/document/values.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

std::vector<std::string> columns_of(const char* first) {
    std::vector<std::string> names{first};
    for (const ClueQuantity& quantity : clue_quantities())
        names.emplace_back(quantity.title);
    return names;
}

Value quantity_value(const ClueQuantity& quantity, const std::optional<double>& value) {
    if (!value) return {};
    const double number = *value * quantity.scale;
    return {clue_number(quantity, value), number, quantity.scale == 100 ? "%" : ""};
}

Value count_above_zero(std::size_t count) {
    return count == 0 ? nothing() : count_value(count);
}

DataTable figures_table(const ClueReport& report, const std::string& variation) {
    const std::string words = variation_text(variation);
    DataTable table{"variation", variation + (words.empty() ? "" : ": " + words), columns_of("ranks"), {}};
    table.columns.insert(table.columns.end(), {"trials", "disturbed"});
    for (const ClueFigure& figure : report.figures) {
        if (figure.variation != variation) continue;
        std::vector<Value> row{{counted(figure.ranks, "rank"), static_cast<double>(figure.ranks), {}}};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(quantity_value(quantity, quantity.of_figure(figure)));
        row.push_back(count_above_zero(figure.trials.size()));
        row.push_back(count_above_zero(figure.disturbed.size()));
        table.rows.push_back(std::move(row));
    }
    return table;
}

DataTable averages_table(const ClueReport& report) {
    DataTable table{"averages",
                    "Averages by number of ranks, by variation, and of the whole system",
                    columns_of("averages"),
                    {}};
    for (const ClueAverageRow& average : clue_averages(report)) {
        std::vector<Value> row{text_value(average.title())};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(quantity_value(quantity, quantity.of_average(average.average)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Section results_of(const ClueReport& report, const std::vector<DrawnPlot>& drawn) {
    Section section{"results", "Results"};
    for (const std::string& variation : report.variations())
        section.tables.push_back(figures_table(report, variation));
    if (!report.figures.empty()) section.tables.push_back(averages_table(report));
    section.pictures = pictures_of(drawn);
    return section;
}

/// Lists weaknesses, marked also in a terminal, then remarks.
Section observations_section(const ClueReport& report) {
    Section section{"observations", "Weaknesses and remarks"};
    const std::vector<ClueObservation> observations = observe(report);
    const bool weak = !observations.empty() && observations[0].kind == ClueObservation::Kind::Weakness;
    if (!weak) section.paragraphs = {"No weakness was found."};
    for (const ClueObservation& item : observations)
        section.items.push_back(fmt::format("{}{}: {} ({})",
                                            item.kind == ClueObservation::Kind::Weakness ? "weakness, " : "",
                                            item.about, item.sentence, item.sureness));
    return section;
}

Section missing_section(const ClueReport& report) {
    Section section{"missing", "Not measured"};
    for (const ClueMissing& missing : report.missing)
        section.items.push_back(fmt::format("no result for {} on {}: {}", missing.variation,
                                            counted(missing.ranks, "rank"), missing.why));
    return section;
}

Section trials_section(const ClueReport& report) {
    Section section{"trials", "Every trial"};
    section.is_detail = true;
    DataTable table{"trials",
                    "Each result is the fastest undisturbed trial",
                    {"variation", "ranks", "trial", "ACT/s million", "disturbed"},
                    {}};
    for (const ClueFigure& figure : report.figures)
        for (const auto& [round, act] : figure.trials)
            table.rows.push_back({text_value(figure.variation),
                                  count_value(figure.ranks),
                                  count_value(round),
                                  {fmt::format("{:.10g}", act), act, {}},
                                  figure.disturbed.count(round) != 0 ? text_value("disturbed") : nothing()});
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace

Document clue_document(const ClueReport& report, const Sweep& sweep, const std::vector<DrawnPlot>& drawn) {
    Document document;
    document.title = "CLUE";
    document.subtitle = report.system;
    if (report.grid)
        document.subtitle += fmt::format(", {} x {} cells per rank", report.grid->width, report.grid->height);
    if (report.trials > 0) document.subtitle += ", " + trials_text(report.trials);
    if (!report.started.empty()) document.subtitle += ", started " + report.started;
    document.kind = "LOOP CLUE";
    document.simulated = report.simulated;
    document.judge(report.verdict);
    document.data = clue_json(report);
    document.csv = clue_csv(report);
    document.style_sheet = "clue.xsl";
    Section system{"system", ""};
    if (!report.hardware.empty()) system.paragraphs = {report.hardware};
    for (Section& section : std::vector<Section>{system, results_of(report, drawn), missing_section(report),
                                                 observations_section(report), method_section(sweep),
                                                 trials_section(report), again_section(sweep)})
        if (!section.is_empty()) document.sections.push_back(std::move(section));
    return document;
}

} // namespace loop::report
