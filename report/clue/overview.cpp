#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/figures/patterns.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double row_height = 34, overview_width = 900;

/// Where the points of a variation lie: side by side within its row, one below the other by ranks.
double offset_of(std::size_t index, std::size_t count) {
    return count < 2 ? 0 : (static_cast<double>(index) / static_cast<double>(count - 1) - 0.5) * 0.6;
}

/// The slowest and the fastest trial that count, which are all if all were disturbed; the figure itself if
/// there are no trials.
std::pair<double, double> trial_range(const ClueFigure& figure) {
    std::pair<double, double> range(figure.act, figure.act);
    for (const auto& [round, act] : figure.trials)
        if ((figure.only_disturbed() || figure.disturbed.count(round) == 0) && act > 0)
            range.first = std::min(range.first, act);
    return range;
}

/// One row per variation, the first at the top; only the left panel names them.
ChartAxis rows_of(const ClueReport& report, bool named) {
    ChartAxis axis = name_axis("", report.variations());
    axis.low = static_cast<double>(axis.ticks.size()) - 0.3;
    axis.high = -0.7;
    for (Tick& row : axis.ticks)
        if (!named) row.text.clear();
    return axis;
}

/// The range of all speeds, with some room, so that every point lies inside the frame.
ChartAxis speed_axis(const ClueReport& report) {
    std::vector<double> values;
    for (const ClueFigure& figure : report.figures)
        if (figure.act > 0) values.insert(values.end(), {trial_range(figure).first / 1.3, figure.act * 1.3});
    return value_axis("million ACT/s per rank", values, true);
}

ChartAxis efficiency_axis(const ClueReport& report) {
    std::vector<double> values{0, 100};
    for (const ClueFigure& figure : report.figures)
        values.push_back(100 * figure.efficiency.value_or(0));
    ChartAxis axis = value_axis("efficiency (%)", values, false);
    axis.low = 0;
    return axis;
}

/// The points on the k-th number of ranks. Outlined ones are not named in the legend.
template <class MarkOf>
ChartSeries points_on(const ClueReport& report, std::size_t k, bool outlined, const MarkOf& mark_of) {
    const std::vector<int> ranks = report.ranks();
    ChartSeries series{outlined ? "" : counted(ranks[k], "rank"),
                       kind_class(k % kind_colors),
                       {},
                       ChartLook::Points,
                       k % 2,
                       outlined,
                       true};
    const std::vector<std::string> variations = report.variations();
    for (std::size_t row = 0; row < variations.size(); ++row)
        if (const ClueFigure* const figure = report.find(variations[row], ranks[k]);
            figure != nullptr && figure->act > 0)
            if (std::optional<ChartMark> mark = mark_of(*figure)) {
                mark->y = static_cast<double>(row) + offset_of(k, ranks.size());
                series.marks.push_back(*mark);
            }
    return series;
}

/// The points all of whose trials were disturbed are outlined, with dashed ranges.
ChartPanel speed_panel(const ClueReport& report) {
    ChartPanel panel{"", speed_axis(report), rows_of(report, true)};
    for (const bool disturbed : {false, true})
        for (std::size_t k = 0; k < report.ranks().size(); ++k) {
            const auto mark = [&](const ClueFigure& figure) {
                return figure.only_disturbed() == disturbed
                           ? std::optional(ChartMark{figure.act, 0, trial_range(figure)})
                           : std::nullopt;
            };
            ChartSeries series = points_on(report, k, disturbed, mark);
            if (!disturbed || !series.marks.empty()) panel.series.push_back(std::move(series));
        }
    return panel;
}

/// Leaves out one rank, which is 100 % efficient by definition.
ChartPanel efficiency_panel(const ClueReport& report) {
    ChartPanel panel{"", efficiency_axis(report), rows_of(report, false)};
    const auto mark = [](const ClueFigure& figure) {
        return figure.efficiency ? std::optional(ChartMark{100 * *figure.efficiency, 0}) : std::nullopt;
    };
    for (std::size_t k = report.ranks().front() == 1 ? 1 : 0; k < report.ranks().size(); ++k)
        panel.series.push_back(points_on(report, k, false, mark));
    return panel;
}

} // namespace

Chart clue_overview(const ClueReport& report) {
    Chart chart{clue_overview_name, report.system + ": every variation", ""};
    chart.panels.push_back(speed_panel(report));
    if (std::any_of(report.figures.begin(), report.figures.end(),
                    [](const ClueFigure& figure) { return figure.ranks > 1 && figure.efficiency; }))
        chart.panels.push_back(efficiency_panel(report));
    chart.columns = 2;
    chart.width = overview_width;
    chart.panel_height = row_height * static_cast<double>(report.variations().size()) + 20;
    return chart;
}

} // namespace loop::report
