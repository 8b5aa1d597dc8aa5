#include "report/clue/document.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/factors.h"
#include "report/clue/limits.h"
#include "report/clue/untested.h"
#include "report/clue/values.h"
#include "report/document/values.h"

#include <loop/clue_columns.h>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace loop::report {

namespace {

std::vector<std::string> columns_of(const char* first) {
    std::vector<std::string> names{first};
    for (const ClueQuantity& quantity : clue_quantities())
        names.emplace_back(quantity.title);
    return names;
}

Value count_above_zero(std::size_t count) {
    return count == 0 ? nothing() : count_value(count);
}

/// The speed of a variation in percent of the base's on as many ranks.
Value of_base(const ClueReport& report, const ClueFigure& figure) {
    const ClueFigure* const base = report.find("base", figure.ranks);
    if (base == nullptr || base->act <= 0) return nothing();
    const double percent = 100 * figure.act / base->act;
    return {fmt::format("{:.1f}", percent), percent, "%"};
}

/// The median and the slowest of the trials that count, in million ACT/s; nothing for fewer than two.
std::array<Value, 2> other_trials(const ClueFigure& figure) {
    const std::vector<double> acts = figure.counted_acts();
    if (acts.size() < 2) return {nothing(), nothing()};
    const double slowest = *std::min_element(acts.begin(), acts.end());
    return {quantity_value(act_quantity(), statistics::median(acts)),
            quantity_value(act_quantity(), slowest)};
}

/// "97.12 to 98.40", in percent.
Value interval_value(const std::optional<std::pair<double, double>>& interval) {
    return interval
               ? text_value(fmt::format("{:.2f} to {:.2f}", 100 * interval->first, 100 * interval->second))
               : nothing();
}

/// All figures: one row per variation and number of ranks.
DataTable figures_table(const ClueReport& report) {
    DataTable table{"figures", "", {"variation", "ranks", "% of base"}, {}};
    for (const ClueQuantity& quantity : clue_quantities())
        table.columns.emplace_back(quantity.title);
    table.columns.insert(table.columns.end(), {"median", "slowest", "efficiency, interval",
                                               "serial fraction, interval", "trials", "disturbed"});
    for (const std::string& variation : report.variations())
        for (const ClueFigure& figure : report.figures) {
            if (figure.variation != variation) continue;
            std::vector<Value> row{text_value(variation), count_value(figure.ranks), of_base(report, figure)};
            for (const ClueQuantity& quantity : clue_quantities())
                row.push_back(figure_value(quantity, figure));
            for (Value& value : other_trials(figure))
                row.push_back(std::move(value));
            row.push_back(interval_value(figure.efficiency_interval));
            row.push_back(interval_value(figure.serial_fraction_interval));
            row.push_back(count_above_zero(figure.trials.size()));
            row.push_back(count_above_zero(figure.disturbed.size()));
            table.rows.push_back(std::move(row));
        }
    table.note =
        "ACT/s: cell transitions per second of one rank, in the fastest trial; net ACT/s: of all ranks; "
        "median, slowest: ACT/s of these trials; interval: 95 %, in percent, for the medians of the trials.";
    if (const std::string outside = outside_note({report}); !outside.empty()) table.note += " " + outside;
    return table;
}

/// How each variation differs from the base.
Section variations_section(const ClueReport& report) {
    Section section{"variations", "What each variation changes"};
    section.is_detail = true;
    DataTable table{
        "variations", "", {"variation", "what it is", "cells per rank", "type", "iterations"}, {}};
    for (const std::string& variation : report.variations()) {
        const ClueWork& work = report.work_of(variation);
        const std::string words = variation_text(variation);
        if (words.empty() && work.width == 0) continue;
        table.rows.push_back(
            {text_value(variation), words.empty() ? nothing() : text_value(words),
             work.width > 0 ? text_value(fmt::format("{} x {}", work.width, work.height)) : nothing(),
             work.type.empty() ? nothing() : text_value(work.type),
             count_above_zero(static_cast<std::size_t>(work.iterations))});
    }
    section.tables = {table};
    return section;
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

/// One table and one picture: of the charts, the page shows the overview.
Section results_of(const ClueReport& report, const std::vector<Chart>& charts) {
    Section section{"results", "Results"};
    if (!report.figures.empty()) section.tables = {figures_table(report)};
    for (const Chart& chart : charts)
        if (chart.name == clue_overview_name) section.pictures.push_back(picture_of(chart));
    return section;
}

Section averages_section(const ClueReport& report) {
    Section section{"averages", "Averages"};
    section.is_detail = true;
    if (!report.figures.empty()) section.tables = {averages_table(report)};
    return section;
}

/// Weaknesses, marked by a word, then remarks.
std::vector<Conclusion> conclusions_of(const ClueReport& report) {
    if (report.figures.empty()) return {};
    std::vector<Conclusion> conclusions;
    for (const ClueObservation& item : observe(report)) {
        const bool weak = item.kind == ClueObservation::Kind::Weakness;
        conclusions.push_back({item.about,
                               fmt::format("{}{}: {} ({}).", weak ? "Weakness, " : "", item.about,
                                           item.sentence, item.sureness),
                               {},
                               "results"});
    }
    const std::vector<ClueUntested> open = untested(report);
    if (conclusions.empty() || conclusions[0].text.rfind("Weakness", 0) != 0)
        conclusions.insert(conclusions.begin(), {"no-weakness",
                                                 open.empty() ? "No weakness was found."
                                                              : "No weakness was found in what was tested.",
                                                 {},
                                                 "results"});
    if (!open.empty())
        conclusions.push_back({"not-tested", "Not tested: " + untested_text(open) + ".", {}, "results"});
    return conclusions;
}

Section missing_section(const ClueReport& report) {
    Section section{"missing", "Not measured"};
    for (const ClueMissing& missing : report.missing)
        section.items.push_back(fmt::format("no result for {} on {}: {}", missing.variation,
                                            counted(missing.ranks, "rank"), missing.why));
    return section;
}

Value metric_value(const std::optional<double>& value, const std::string& unit) {
    if (!value) return nothing();
    return unit == "s" ? seconds_value(*value) : number_value(*value, unit);
}

/// Appends a column for each statistic of each metric.
void add_metrics(DataTable& table, const std::vector<const ClueExecution*>& executions) {
    for (const ResultKind& kind : clue_columns::metrics) {
        for (const char* statistic : clue_columns::statistics)
            table.columns.push_back(fmt::format("{}, {}", kind.name, statistic));
        for (std::size_t i = 0; i < executions.size(); ++i)
            for (const auto& value : executions[i]->metric(kind.name).statistics())
                table.rows[i].push_back(metric_value(value, kind.unit));
    }
}

/// Each execution with its settings and all of its metrics (thesis, 3.5).
Section trials_section(const ClueReport& report) {
    Section section{"trials", "Every trial"};
    section.is_detail = true;
    DataTable table{"trials",
                    "Each result is the fastest undisturbed trial",
                    {"variation", "ranks", "trial", "width", "height", "type", "iterations", "disturbed"},
                    {}};
    for (const ClueQuantity& quantity : clue_quantities())
        table.columns.emplace_back(quantity.title);
    std::vector<const ClueExecution*> executions;
    for (const ClueFigure& figure : report.figures)
        for (const ClueExecution& execution : figure.executions) {
            executions.push_back(&execution);
            std::vector<Value> row{text_value(figure.variation),
                                   count_value(figure.ranks),
                                   count_value(execution.round),
                                   count_value(figure.work.width),
                                   count_value(figure.work.height),
                                   text_value(figure.work.type),
                                   count_value(figure.work.iterations),
                                   execution.disturbed ? text_value("disturbed") : nothing()};
            const ClueFigure trial = figure_of_trial(report, figure, execution);
            for (const ClueQuantity& quantity : clue_quantities())
                row.push_back(quantity_value(quantity, quantity.of_figure(trial)));
            table.rows.push_back(std::move(row));
        }
    add_metrics(table, executions);
    if (!executions.empty())
        table.note =
            "Efficiency and serial fraction are relative to the fastest trial on one rank. Metrics are of "
            "the ranks of a trial: mean, standard deviation, min, and max.";
    section.tables.push_back(std::move(table));
    return section;
}

/// How the campaign was measured; its rule for launches does not hold for probes.
Section method_of(const ClueReport& report, const Sweep& sweep) {
    Section section = method_section(sweep);
    if (!report.probes.empty())
        section.add("probes", "each launched once, before the first trial; they are not trials");
    return section;
}

} // namespace

Document clue_document(const ClueReport& report, const Sweep& sweep, const std::vector<Chart>& charts) {
    Document document;
    document.title = "CLUE";
    document.subtitle = report.system;
    if (report.grid)
        document.subtitle += fmt::format(", {} x {} cells per rank", report.grid->width, report.grid->height);
    if (const std::string trials = trials_text(report); !trials.empty()) document.subtitle += ", " + trials;
    if (!report.started.empty()) document.subtitle += ", started " + report.started;
    document.kind = "LOOP CLUE";
    document.simulated = report.simulated;
    document.judge(report.verdict);
    document.data = clue_json(report);
    document.csv = clue_csv(report);
    document.style_sheet = "clue.xsl";
    Section system{"system", ""};
    if (!report.hardware.empty()) system.paragraphs = {report.hardware};
    if (!report.word.empty()) system.add("word size", report.word);
    document.conclusions = conclusions_of(report);
    for (Section& section :
         std::vector<Section>{system, results_of(report, charts), limits_section(report),
                              factors_section(report), missing_section(report), traced_ranks_section(report),
                              variations_section(report), averages_section(report), method_of(report, sweep),
                              trials_section(report), again_section(sweep)})
        if (!section.is_empty()) document.sections.push_back(std::move(section));
    return document;
}

} // namespace loop::report
