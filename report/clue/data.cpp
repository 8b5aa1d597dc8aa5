#include "base/formats/numbers.h"
#include "base/text/csv.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/clue/factors.h"
#include "report/clue/limits.h"
#include "report/clue/untested.h"

#include <loop/clue_columns.h>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace loop::report {

namespace {

std::string exact(const std::optional<double>& value, double scale = 1) {
    return value ? fmt::format("{:.10g}", *value * scale) : "";
}

/// Without values if there is no execution.
ClueMetric metric_of(const ClueExecution* execution, const ResultKind& kind) {
    return (execution == nullptr ? ClueExecution() : *execution).metric(kind.name);
}

constexpr ResultKind usage[] = {kinds::user_time, kinds::system_time, kinds::page_faults,
                                kinds::context_switches};

/// The columns of the lines of a system in clue.csv, from left to right. New ones come last.
class CsvColumns {
public:
    explicit CsvColumns(std::string system) : system_(std::move(system)) {
        head_ = {"kind", "variation", clue_columns::ranks};
        for (const ClueQuantity& quantity : clue_quantities())
            head_.emplace_back(quantity.name);
        head_.insert(head_.end(),
                     {"trials", "user_time_s", "system_time_s", "page_faults", "context_switches",
                      "disturbed_trials", "trial", clue_columns::width, clue_columns::height,
                      clue_columns::type, clue_columns::iterations, "speedup"});
        for (const ResultKind& kind : clue_columns::metrics)
            for (const char* statistic : clue_columns::statistics)
                head_.push_back(clue_columns::name(kind, statistic));
        head_.insert(head_.end(), {"system", "verdict"});
        for (const ClueInterval& interval : clue_intervals())
            head_.insert(head_.end(), {interval.low, interval.high});
    }

    std::string head() const { return csv_line(head_); }

    /// A point by its fastest trial, or one of its trials. `figure` has the ACT/s of that trial.
    std::string line(const char* what, const ClueFigure& figure, const ClueExecution* execution,
                     std::size_t trials, std::size_t disturbed) const {
        std::vector<std::string> row{what, figure.variation, std::to_string(figure.ranks)};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(exact(quantity.of_figure(figure), quantity.scale));
        row.push_back(std::to_string(trials));
        for (const ResultKind& kind : usage)
            row.push_back(exact(metric_of(execution, kind).mean));
        row.push_back(std::to_string(disturbed));
        row.push_back(execution == nullptr ? "" : std::to_string(execution->round));
        const ClueWork& work = figure.work;
        for (const long long number : {work.width, work.height})
            row.push_back(number > 0 ? std::to_string(number) : "");
        row.push_back(work.type);
        row.push_back(work.iterations > 0 ? std::to_string(work.iterations) : "");
        row.push_back(exact(figure.speedup()));
        for (const ResultKind& kind : clue_columns::metrics)
            for (const auto& statistic : metric_of(execution, kind).statistics())
                row.push_back(exact(statistic));
        row.push_back(system_);
        row.push_back(formats::verdict_text(figure.word));
        for (const ClueInterval& interval : clue_intervals()) {
            const auto& ends = figure.*interval.of_figure;
            row.push_back(exact(ends ? std::optional(ends->first) : std::nullopt, 100));
            row.push_back(exact(ends ? std::optional(ends->second) : std::nullopt, 100));
        }
        return csv_line(row);
    }

    std::string line(const ClueAverageRow& average) const {
        std::vector<std::string> row{"average of " + average.kind,
                                     average.kind == "variation" ? average.of : "",
                                     average.kind == "ranks" ? average.of : ""};
        for (const ClueQuantity& quantity : clue_quantities())
            row.push_back(exact(quantity.of_average(average.average), quantity.scale));
        row.resize(static_cast<std::size_t>(std::find(head_.begin(), head_.end(), "system") - head_.begin()));
        row.push_back(system_);
        row.push_back(formats::verdict_text(average.average.word));
        row.resize(head_.size());
        return csv_line(row);
    }

private:
    std::string system_;
    std::vector<std::string> head_;
};

Json numbers(const std::function<std::optional<double>(const ClueQuantity&)>& value) {
    Json json;
    for (const ClueQuantity& quantity : clue_quantities()) {
        const auto number = value(quantity);
        json[quantity.name] =
            formats::json_number(number ? std::optional(*number * quantity.scale) : std::nullopt);
    }
    return json;
}

Json execution_json(const ClueExecution& execution) {
    Json json{{"trial", execution.round},
              {"act_million_per_s", formats::json_number(execution.act)},
              {"disturbed", execution.disturbed},
              {"metrics", Json::object()}};
    for (const ClueMetric& metric : execution.metrics) {
        Json values{{"unit", metric.unit}};
        for (std::size_t i = 0; i < std::size(clue_columns::statistics); ++i)
            values[clue_columns::statistics[i]] = formats::json_number(metric.statistics()[i]);
        json["metrics"][metric.name] = values;
    }
    return json;
}

Json interval_json(const std::optional<std::pair<double, double>>& interval) {
    if (!interval) return nullptr;
    return {formats::json_number(100 * interval->first), formats::json_number(100 * interval->second)};
}

Json figure_json(const ClueFigure& figure) {
    Json json{{"variation", figure.variation},
              {"ranks", figure.ranks},
              {"verdict", formats::verdict_text(figure.word)}};
    json.update(numbers([&](const ClueQuantity& quantity) { return quantity.of_figure(figure); }));
    json["speedup"] = formats::json_number(figure.speedup());
    json["efficiency_interval_percent"] = interval_json(figure.efficiency_interval);
    json["serial_fraction_interval_percent"] = interval_json(figure.serial_fraction_interval);
    json["trials_act_million_per_s"] = Json::array();
    for (const auto& [round, act] : figure.trials)
        json["trials_act_million_per_s"].push_back(formats::json_number(act));
    json["disturbed_trials"] = Json::array(); // indices into the list above, from 0
    for (auto trial = figure.trials.begin(); trial != figure.trials.end(); ++trial)
        if (figure.disturbed.count(trial->first) != 0)
            json["disturbed_trials"].push_back(std::distance(figure.trials.begin(), trial));
    json["usage"] = Json::object();
    for (const ResultKind& kind : usage)
        if (const auto mean = metric_of(figure.represented_by(), kind).mean)
            json["usage"][kind.name] = formats::json_number(mean);
    json["work"] = {{clue_columns::width, figure.work.width},
                    {clue_columns::height, figure.work.height},
                    {clue_columns::type, figure.work.type},
                    {clue_columns::iterations, figure.work.iterations}};
    json["executions"] = Json::array();
    for (const ClueExecution& execution : figure.executions)
        json["executions"].push_back(execution_json(execution));
    return json;
}

} // namespace

std::string clue_csv(const ClueReport& report) {
    return clue_csv(std::vector<ClueReport>{report});
}

std::string clue_csv(const std::vector<ClueReport>& systems) {
    std::string text = CsvColumns("").head();
    for (const ClueReport& report : systems) {
        const CsvColumns columns(report.system);
        for (const ClueFigure& figure : report.figures)
            text += columns.line("figure", figure, figure.represented_by(), figure.trials.size(),
                                 figure.disturbed.size());
        for (const ClueAverageRow& average : clue_averages(report))
            text += columns.line(average);
        for (const ClueFigure& figure : report.figures)
            for (const ClueExecution& execution : figure.executions)
                text += columns.line("execution", figure_of_trial(report, figure, execution), &execution, 1,
                                     execution.disturbed ? 1 : 0);
    }
    return text;
}

Json clue_json(const ClueReport& report) {
    Json json{{"schema", "loop-clue/1"},     {"system", report.system},       {"started", report.started},
              {"hardware", report.hardware}, {"simulated", report.simulated}, {"trials", report.trials}};
    json["word"] = report.word;
    json["verdict"] = report.verdict ? formats::to_json(*report.verdict) : Json(nullptr);
    json["factors"] = factors_json(report);
    json["limits"] = limits_json(report);
    json["grid"] = nullptr;
    if (report.grid) json["grid"] = {{"width", report.grid->width}, {"height", report.grid->height}};
    for (const char* list : {"figures", "averages", "missing", "observations", "untested"})
        json[list] = Json::array();
    for (const ClueFigure& figure : report.figures)
        json["figures"].push_back(figure_json(figure));
    for (const ClueAverageRow& row : clue_averages(report)) {
        Json average{{"kind", row.kind},
                     {"of", row.of},
                     {"figures", row.average.figures},
                     {"verdict", formats::verdict_text(row.average.word)}};
        average.update(
            numbers([&](const ClueQuantity& quantity) { return quantity.of_average(row.average); }));
        json["averages"].push_back(average);
    }
    for (const ClueMissing& missing : report.missing)
        json["missing"].push_back(
            {{"variation", missing.variation}, {"ranks", missing.ranks}, {"why", missing.why}});
    for (const ClueObservation& item : observe(report))
        json["observations"].push_back(
            {{"kind", item.kind == ClueObservation::Kind::Weakness ? "weakness" : "remark"},
             {"about", item.about},
             {"sentence", item.sentence},
             {"sureness", item.sureness}});
    for (const ClueUntested& item : untested(report))
        json["untested"].push_back({{"about", item.about}, {"why", item.why}});
    return json;
}

} // namespace loop::report
