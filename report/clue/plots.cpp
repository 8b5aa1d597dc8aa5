#include "base/text/strings.h"
#include "report/clue/charts.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

ClueChart chart_of(const ClueReport& report, const ClueQuantity& quantity, const char* by,
                   const std::string& name) {
    return {name, fmt::format("{}: {} by {}", report.system, quantity.title, by), quantity.title};
}

/// Bars: one group per variation, with one bar for each of these numbers of ranks.
Chart by_variation(const ClueReport& report, const ClueQuantity& quantity, const std::string& name,
                   const std::vector<int>& ranks) {
    ClueChart chart = chart_of(report, quantity, "variation", name);
    const std::vector<int> all = report.ranks(); // so that a number of ranks has the same color in all plots
    for (const int number : ranks) {
        const auto place = std::find(all.begin(), all.end(), number) - all.begin();
        chart.series.push_back({counted(number, "rank"), static_cast<std::size_t>(place)});
        for (const std::string& variation : report.variations())
            chart.series.back().values.push_back(quantity.scaled(report.find(variation, number)));
    }
    return bar_chart(chart, report.variations());
}

/// Curves over ranks, one per variation.
Chart by_ranks(const ClueReport& report, const ClueQuantity& quantity, const std::string& name) {
    ClueChart chart = chart_of(report, quantity, "number of ranks", name);
    for (const std::string& variation : report.variations()) {
        chart.series.push_back({variation, chart.series.size()});
        for (const int number : report.ranks())
            chart.series.back().values.push_back(quantity.scaled(report.find(variation, number)));
    }
    return line_chart(chart, report.ranks());
}

} // namespace

std::vector<Chart> clue_plots(const ClueReport& report) {
    std::vector<Chart> plots;
    if (report.figures.empty()) return plots;
    plots.push_back(clue_overview(report));
    const auto has = [&](const ClueQuantity& quantity) {
        return std::any_of(report.figures.begin(), report.figures.end(),
                           [&](const ClueFigure& figure) { return quantity.of_figure(figure).has_value(); });
    };
    const ClueQuantity &act = act_quantity(), &efficiency = efficiency_quantity(),
                       &serial_fraction = serial_fraction_quantity();
    const std::vector<int> ranks = report.ranks();
    plots.push_back(by_variation(report, act, "clue-act-by-variation", ranks));
    if (ranks.size() < 2 || !has(serial_fraction)) return plots;
    // On one rank, the efficiency is 1 by definition, and there is no serial fraction.
    const std::vector<int> several(std::upper_bound(ranks.begin(), ranks.end(), 1), ranks.end());
    plots.push_back(by_variation(report, efficiency, "clue-efficiency-by-variation", several));
    plots.push_back(by_variation(report, serial_fraction, "clue-serial-fraction-by-variation", several));
    plots.push_back(by_ranks(report, efficiency, "clue-efficiency-by-ranks"));
    if (several.size() > 1) // no curve goes through a single point
        plots.push_back(by_ranks(report, serial_fraction, "clue-serial-fraction-by-ranks"));
    return plots;
}

} // namespace loop::report
